/** What went wrong, as a word that a program can ask for. */
export type MuslinErrorCode =
  | "no-wasm"
  | "bad-scene"
  | "bad-number"
  | "bad-image"
  | "taken"
  | "no-element"
  | "no-graphics"
  | "freed";

/** Every error of this package: a sentence for people, and a code for programs. */
export class MuslinError extends Error {
  readonly code: MuslinErrorCode;

  constructor(code: MuslinErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "MuslinError";
    this.code = code;
  }
}
