//! The window of a flight: brings city, camera and picture together.

use std::time::Duration;

use eframe::egui::{
    Align2, Color32, Context, CursorGrab, CursorIcon, FontId, InputState, Rect, Sense, Ui, ViewportCommand,
};
use eframe::egui_wgpu::RenderState;
use muslin_city::ParamError;
use muslin_render::city::{CityLook, CityStyle, FlyCamera};

use super::caption::{Caption, News};
use super::help;
use super::keys::{self, FlyWish};
use super::options::FlyOptions;
use super::screen::CityScreen;
use super::status::FlyStatus;
use super::steering::Steering;
use super::town::Town;
use crate::content::Content;
use crate::error::ViewerError;
use crate::messages::Messages;
use crate::status::StatusFile;

/// The window of a flight.
pub struct Flight {
    town: Town,
    camera: FlyCamera,
    start: FlyCamera,
    style: CityStyle,
    steering: Steering,
    /// Time of the last picture [s], while the camera flies.
    flying_since: Option<f64>,
    caption: Caption,
    /// Whether the line of help is shown.
    help: bool,
    /// Whether the window was asked to keep the mouse in its place.
    locked: bool,
    messages: Messages,
    /// None where there is no device to draw with.
    screen: Option<CityScreen>,
    rect: Rect,
    lose_device_at: Option<u64>,
    status: Option<StatusFile<FlyStatus>>,
}

impl Flight {
    /// A flight through `town`; `device` draws the picture, where there is one.
    ///
    /// # Errors
    /// If the status file cannot be written.
    pub fn new(device: Option<&RenderState>, town: Town, options: &FlyOptions) -> Result<Self, ViewerError> {
        Ok(Self {
            town,
            camera: options.start,
            start: options.start,
            style: options.style,
            steering: Steering::default(),
            flying_since: None,
            caption: Caption::default(),
            help: true,
            locked: false,
            messages: Messages::default(),
            screen: device.map(CityScreen::new),
            rect: Rect::ZERO,
            lose_device_at: options.lose_device_at,
            status: StatusFile::from_environment().map_err(ViewerError::Status)?,
        })
    }

    fn carry_out(&mut self, ctx: &Context, wish: FlyWish, now: f64) {
        match wish {
            FlyWish::Start => self.camera = self.start,
            FlyWish::ToggleLook => self.style.look = other(self.style.look),
            FlyWish::StepSeed(by) => self.note(|town| town.step_seed(by)),
            FlyWish::ToggleGrid => self.note(Town::toggle_grid),
            FlyWish::ToggleAdvance => self.town.toggle_advance(now),
            FlyWish::ToggleCapture => self.steering.captured = !self.steering.captured,
            FlyWish::ToggleHelp => self.help = !self.help,
            FlyWish::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
        ctx.request_repaint();
    }

    /// Changes the city, and says why that cannot be.
    fn note(&mut self, change: impl FnOnce(&mut Town) -> Result<(), ParamError>) {
        if let Err(error) = change(&mut self.town) {
            self.messages.say("The city cannot be made", error.to_string());
        }
    }

    /// Turns and moves the camera.
    fn steer(&mut self, ctx: &Context, rect: Rect) {
        let locked = self.locked;
        let (course, now) = ctx.input(|input| (self.steering.follow(input, rect, locked), input.time));
        self.camera.turn(f64::from(course.turn.x), f64::from(course.turn.y));
        if course.direction == 0.0 {
            self.flying_since = None;
            return;
        }
        // a window that had nothing to draw has no last picture to count from
        let since = self.flying_since.replace(now).unwrap_or(now);
        self.camera.fly(course.direction, now - since);
        ctx.request_repaint();
    }

    /// Keeps the mouse in its place where that is possible, so that it turns without end: while a button is held, or as
    /// long as the user wishes.
    fn hold_mouse(&mut self, ctx: &Context, told: bool) {
        let wanted = !told && (self.steering.captured || self.steering.is_held());
        if !told {
            ctx.set_cursor_icon(if wanted { CursorIcon::None } else { CursorIcon::Crosshair });
        }
        if wanted != self.locked && can_lock() {
            let grab = if wanted { CursorGrab::Locked } else { CursorGrab::None };
            ctx.send_viewport_cmd(ViewportCommand::CursorGrab(grab));
            self.locked = wanted;
        }
    }

    fn show_picture(&mut self, ui: &Ui, rect: Rect) {
        let Some(screen) = &mut self.screen else {
            let font = FontId::proportional(16.0);
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, "There is no graphics device", font, Color32::GRAY);
            return;
        };
        let Some(size) = size_of(rect, ui.pixels_per_point()) else { return };
        match screen.draw(&self.town, &self.camera, self.style, size) {
            Ok(Some(pane)) => {
                ui.painter().add(pane.at(rect));
                if let Some(wait) = screen.canvas.wait() {
                    ui.ctx().request_repaint_after(wait);
                }
            }
            Ok(None) => {}
            Err(error) => self.messages.say("The city cannot be drawn", error.to_string()),
        }
    }

    fn advance(&mut self, ctx: &Context, now: f64) {
        match self.town.advance(now) {
            Ok(Some(wait)) => ctx.request_repaint_after(Duration::from_secs_f64(wait.max(0.0))),
            Ok(None) => {}
            Err(error) => self.messages.say("The city cannot be made", error.to_string()),
        }
        match self.caption.update(self.town.city().counts(), now) {
            News::Change(title) => ctx.send_viewport_cmd(ViewportCommand::Title(title)),
            News::Wait(wait) => ctx.request_repaint_after(Duration::from_secs_f64(wait)),
            News::None => {}
        }
    }

    fn take_faults(&mut self) {
        let Some(screen) = &self.screen else { return };
        for fault in screen.canvas.take_faults() {
            self.messages.say("The graphics device reports a fault", fault);
        }
        if self.lose_device_at.take_if(|at| *at <= screen.count()).is_some() {
            screen.canvas.lose();
        }
    }

    fn status(&self) -> FlyStatus {
        let (counts, params) = (self.town.city().counts(), self.town.params());
        FlyStatus {
            buildings: counts.buildings,
            cubes: counts.boxes,
            seed: self.town.seed(),
            advance: params.advance,
            grid: params.grid,
            position: self.camera.position.to_array(),
            yaw: self.camera.yaw_deg,
            pitch: self.camera.pitch_deg,
            look: self.style.look.name(),
            help: self.help,
            messages: self.messages.titles().map(str::to_owned).collect(),
            picture: [self.rect.left(), self.rect.top(), self.rect.width(), self.rect.height()],
        }
    }
}

impl Content for Flight {
    fn attach(&mut self, _ctx: &Context, device: Option<&RenderState>) {
        self.screen = device.map(CityScreen::new);
        // the new window has neither title nor mouse
        self.caption = Caption::default();
        self.steering = Steering::default();
        self.locked = false;
    }

    fn is_device_lost(&self) -> bool {
        self.screen.as_ref().is_some_and(|screen| screen.canvas.is_lost())
    }

    fn say_device_was_lost(&mut self) {
        let text = "This is another window, with a new device; the flight goes on where it was.";
        self.messages.say("The graphics device was lost", text);
    }

    fn update(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.advance(ctx, now);
        self.take_faults();
        let status = self.status();
        if let Some(Err(error)) = self.status.as_mut().map(|file| file.write(status)) {
            self.messages.say("The status file cannot be written", error.to_string());
        }
    }

    fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let (wishes, now) = ctx.input(|input: &InputState| (keys::wishes(input), input.time));
        for wish in wishes {
            self.carry_out(&ctx, wish, now);
        }
        let response = ui.allocate_response(ui.available_size(), Sense::hover());
        self.rect = response.rect;
        // over a message the mouse is for its button
        let told = self.messages.titles().next().is_some();
        self.steer(&ctx, if told { Rect::NOTHING } else { response.rect });
        self.hold_mouse(&ctx, told);
        self.show_picture(ui, response.rect);
        if self.help {
            help::show(ui, response.rect, &self.town);
        }
        self.messages.show(&ctx);
    }
}

fn other(look: CityLook) -> CityLook {
    match look {
        CityLook::Original => CityLook::Studio,
        CityLook::Studio => CityLook::Original,
    }
}

/// Whether the window's system keeps a mouse in its place. Elsewhere the arrow is followed, beyond the window too while a
/// button is held.
fn can_lock() -> bool {
    cfg!(target_os = "macos") || std::env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
}

/// Width and height of a picture [pixels]; none where there is no room for it.
#[allow(clippy::cast_sign_loss)] // both are 1 or more
fn size_of(rect: Rect, pixels_per_point: f32) -> Option<[u32; 2]> {
    let size = rect.size() * pixels_per_point;
    (size.x >= 1.0 && size.y >= 1.0).then(|| [size.x.round() as u32, size.y.round() as u32])
}

#[cfg(test)]
mod tests;
