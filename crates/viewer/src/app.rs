//! The window: brings simulation, picture and panels together.

use std::time::Duration;

use eframe::egui::{Context, Ui, ViewportCommand};
use eframe::egui_wgpu::RenderState;
use muslin_scene::LoadedScene;

use crate::appearance::Appearance;
use crate::canvas::Purpose;
use crate::catalogue::Entry;
use crate::content::Content;
use crate::controls::Controls;
use crate::error::ViewerError;
use crate::event::Event;
use crate::layout::Layout;
use crate::mailbox::Snapshot;
use crate::messages::Messages;
use crate::options::Options;
use crate::panels::toolbar::Going;
use crate::parameters::Parameters;
use crate::picture::Picture;
use crate::playback::Playback;
use crate::recorder::{News, Recorder};
use crate::screen::Screen;
use crate::status::{Status, StatusFile};
use crate::user_shader::UserShader;
use crate::waker::Waker;
use crate::wish::Wish;
use crate::{home, keys, shader_file};

/// The window.
pub struct Viewer {
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))] // a page has one window only
    waker: Waker,
    playback: Playback,
    controls: Controls,
    appearance: Appearance,
    picture: Picture,
    /// None where there is no device to draw with.
    screen: Option<Screen>,
    layout: Layout,
    messages: Messages,
    recorder: Recorder,
    shader: Option<UserShader>,
    /// The frame at which the device is given up.
    lose_device_at: Option<u64>,
    status: Option<StatusFile>,
    /// Whether the next picture is to be written.
    screenshot: bool,
    /// What was written last.
    written: Option<String>,
}

impl Viewer {
    /// A window that shows `scene`, and `entries` to pick others from; `device` draws the picture, where there is one.
    ///
    /// # Errors
    /// If the system gives no threads, or the status file cannot be written.
    pub fn new(
        ctx: &Context,
        device: Option<&RenderState>,
        scene: LoadedScene,
        entries: Vec<Entry>,
        options: &Options,
    ) -> Result<Self, ViewerError> {
        let waker = Waker::new(ctx.clone());
        let wake = || {
            let waker = waker.clone();
            move || waker.wake()
        };
        let mut style = home::style(scene.model.method);
        style.look = options.look.unwrap_or(style.look);
        let appearance = Appearance { style, version: 0 };
        let controls = Controls::new(Parameters::of(&scene.scene));
        let playback = Playback::new(scene, wake()).map_err(ViewerError::Thread)?;
        let recorder = Recorder::new(options.folder.clone(), wake()).map_err(ViewerError::Thread)?;
        Ok(Self {
            waker,
            playback,
            controls,
            appearance,
            picture: Picture::default(),
            screen: device.map(Screen::new),
            layout: Layout::new(entries),
            messages: Messages::default(),
            recorder,
            shader: options.shader.clone().map(UserShader::new),
            lose_device_at: options.lose_device_at,
            status: StatusFile::from_environment().map_err(ViewerError::Status)?,
            screenshot: false,
            written: None,
        })
    }

    /// The frame that is shown.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.playback.snapshot.as_ref()
    }

    fn take_news(&mut self, ctx: &Context) {
        let news = self.playback.fetch();
        if let (false, Some(snapshot)) = (news.notes.is_empty(), self.snapshot()) {
            // a value that was refused is not shown any longer
            self.controls.parameters = snapshot.parameters.clone();
        }
        if let (true, Some(snapshot)) = (news.other_scene, self.playback.snapshot.as_ref()) {
            self.controls = Controls::new(snapshot.parameters.clone());
            self.picture.reset_camera();
            self.appearance.show(home::style(snapshot.model.method));
            ctx.send_viewport_cmd(ViewportCommand::Title(title(&snapshot.name)));
        }
        news.notes.into_iter().for_each(|note| self.messages.push(note));
        if let Some(session) = news.session {
            let path = self.recorder.free_path(&format!("{}-session", session.scene), ".json");
            match session.save(&path) {
                Ok(()) => self.written = Some(format!("session saved: {}", path.display())),
                Err(error) => self.messages.say("The session cannot be saved", format!("{}: {error}", path.display())),
            }
        }
        if self.playback.awaits_session() {
            ctx.request_repaint_after(Duration::from_millis(20));
        }
        for news in self.recorder.news() {
            match news {
                News::Written(text) => self.written = Some(text),
                News::Failed(error) => self.messages.say("A picture or film cannot be written", error),
            }
        }
        for fault in self.screen.as_ref().map(Screen::take_faults).unwrap_or_default() {
            self.messages.say("The graphics device reports a fault", fault);
        }
    }

    fn carry_out(&mut self, ctx: &Context, wish: Wish) {
        match wish {
            Wish::TogglePause => self.playback.run(!self.playback.running()),
            Wish::Frames(count) => self.playback.frames(count),
            Wish::ResetCloth => self.playback.act(Event::Reset),
            Wish::ResetCamera => self.picture.reset_camera(),
            Wish::Undo => {
                if self.controls.undo() {
                    self.send_parameters();
                }
            }
            Wish::Redo => {
                if self.controls.redo() {
                    self.send_parameters();
                }
            }
            // a page has no files
            Wish::Screenshot | Wish::ToggleRecording | Wish::SaveSession if cfg!(target_arch = "wasm32") => {}
            Wish::Screenshot => self.screenshot = true,
            Wish::ToggleRecording => self.toggle_recording(),
            Wish::SaveSession => self.playback.ask_for_session(),
            Wish::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
        ctx.request_repaint();
    }

    fn send_parameters(&self) {
        self.playback.act(Event::Parameters(self.controls.parameters.clone()));
    }

    fn toggle_recording(&mut self) {
        if let Some(film) = self.recorder.end() {
            self.written = Some(format!("writing a film of {} pictures", film.count));
        } else if let Some(name) = self.snapshot().map(|snapshot| snapshot.name.clone()) {
            self.recorder.begin(&name, self.controls.parameters.fps);
        }
        self.playback.set_lockstep(self.recorder.film().is_some());
    }

    fn panels(&mut self, ui: &mut Ui) {
        let Some(snapshot) = self.playback.snapshot.clone() else { return };
        let before = self.controls.parameters.clone();
        let going = Going {
            running: self.playback.running(),
            rate: snapshot.rate,
            recorded: self.recorder.film().map(|film| film.count),
        };
        let mut wishes = self.layout.toolbar(ui, going);
        self.layout.footer(ui, self.shader.as_ref().and_then(UserShader::error), self.written.as_deref());
        self.layout.plots(ui, &self.playback.readings);
        let picked = self.layout.left(ui, &snapshot, &mut self.appearance);
        wishes.extend(self.layout.right(ui, &snapshot, &mut self.controls));
        if self.controls.parameters != before {
            self.send_parameters();
        }
        let dropped = ui.input(|input| input.raw.dropped_files.last().map(|file| file.path().to_owned()));
        if let Some(path) = dropped.or(picked) {
            self.playback.open(path);
        }
        for wish in wishes {
            self.carry_out(ui.ctx(), wish);
        }
        self.show_picture(ui, &snapshot);
    }

    fn show_picture(&mut self, ui: &mut Ui, snapshot: &Snapshot) {
        for event in self.picture.respond(ui, snapshot) {
            self.playback.act(event);
        }
        let (Some(size), Some(camera)) = (self.picture.size(ui.pixels_per_point()), self.picture.camera) else {
            return;
        };
        let Some(screen) = &mut self.screen else {
            self.layout.no_device(ui, self.picture.rect);
            return;
        };
        let kept = self.screenshot || self.recorder.wants(snapshot.reading.frame);
        let purpose = if kept { Purpose::Keep } else { Purpose::Watch };
        match screen.draw(snapshot, &camera, &self.appearance, size, purpose) {
            Ok(Some(pane)) => {
                if let Some(wait) = screen.wait() {
                    ui.ctx().request_repaint_after(wait);
                }
                if let Some(shader) = &mut self.shader {
                    shader.worked(&self.appearance);
                }
                self.picture.show(ui, &pane, snapshot);
                self.write_pictures(snapshot);
            }
            Ok(None) => {}
            Err(error) => {
                if let Some(shader) = &mut self.shader {
                    shader.failed(&error, &mut self.appearance);
                }
                ui.ctx().request_repaint();
            }
        }
    }

    fn write_pictures(&mut self, snapshot: &Snapshot) {
        let frame = snapshot.reading.frame;
        let recording = self.recorder.wants(frame);
        if !(self.screenshot || recording) {
            return;
        }
        let Some(picture) = self.screen.as_ref().and_then(Screen::read) else { return };
        if std::mem::take(&mut self.screenshot) {
            let path = self.recorder.free_path(&format!("{}-{frame:06}", snapshot.name), ".png");
            self.recorder.write(path, picture.clone());
        }
        if recording {
            self.recorder.take(frame, picture);
            self.playback.written();
        }
    }

    /// Takes what the simulation and the files have to tell, before the window is drawn.
    fn update(&mut self, ctx: &Context) {
        self.take_news(ctx);
        self.lose_device();
        if let Some(shader) = &mut self.shader {
            shader.update(&mut self.appearance);
            // nothing else wakes the window when the file changes
            ctx.request_repaint_after(shader_file::INTERVAL);
        }
        if let (Some(status), Some(file)) = (self.status(), &mut self.status)
            && let Err(error) = file.write(status)
        {
            self.messages.say("The status file cannot be written", error.to_string());
        }
    }

    fn lose_device(&mut self) {
        let frame = self.snapshot().map_or(0, |snapshot| snapshot.reading.frame);
        if let (Some(screen), Some(_)) = (&self.screen, self.lose_device_at.take_if(|at| *at <= frame)) {
            screen.lose();
        }
    }

    fn show(&mut self, ui: &mut Ui) {
        // before the panels: a text field that Escape ends still has the focus
        for wish in keys::wishes(ui.ctx(), self.playback.running()) {
            self.carry_out(ui.ctx(), wish);
        }
        self.panels(ui);
        self.messages.show(ui.ctx());
    }

    fn status(&self) -> Option<Status> {
        let snapshot = self.snapshot()?;
        let rect = self.picture.rect.unwrap_or(eframe::egui::Rect::ZERO);
        Some(Status {
            scene: snapshot.name.clone(),
            frame: snapshot.reading.frame,
            paused: !snapshot.running && !self.playback.running(),
            hash: snapshot.reading.hash.clone(),
            camera: self.picture.camera.map(|at| (at.target.to_array(), at.distance, at.phi, at.theta)),
            look: self.appearance.style.look.name(),
            pictures: self.screen.as_ref().map_or(0, Screen::count),
            in_hand: snapshot.in_hand,
            pins: snapshot.model.pins.clone(),
            messages: self.messages.titles().map(str::to_owned).collect(),
            shader_error: self.shader.as_ref().and_then(UserShader::error).map(str::to_owned),
            picture: [rect.left(), rect.top(), rect.width(), rect.height()],
        })
    }
}

/// The window's title.
pub fn title(scene: &str) -> String {
    format!("{scene} – Muslin")
}

impl Content for Viewer {
    fn attach(&mut self, ctx: &Context, device: Option<&RenderState>) {
        self.waker.attach(ctx.clone());
        self.screen = device.map(Screen::new);
    }

    fn is_device_lost(&self) -> bool {
        self.screen.as_ref().is_some_and(Screen::is_lost)
    }

    fn say_device_was_lost(&mut self) {
        self.messages.say(
            "The graphics device was lost",
            "This is another window, with a new device; the simulation has gone on where it was.",
        );
    }

    fn update(&mut self, ctx: &Context) {
        self.update(ctx);
    }

    fn show(&mut self, ui: &mut Ui) {
        self.show(ui);
    }
}

#[cfg(test)]
mod tests;
