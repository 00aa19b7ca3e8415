//! Opens the page in the browser.

use std::{
    env,
    process::{Command, Stdio},
    thread,
};

/// Opens the address in the default browser, if there is a desktop. Ignores errors, because the
/// address was printed.
pub(super) fn open(address: &str) {
    if !has_desktop(|name| env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return;
    }
    let mut command = opener(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        thread::spawn(move || child.wait());
    }
}

/// Whether there is a desktop. A remote shell has none, even if one is running.
fn has_desktop(is_set: impl Fn(&str) -> bool) -> bool {
    if is_set("SSH_CONNECTION") {
        return false;
    }
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn opener(address: &str) -> Command {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_shell_opens_no_browser() {
        assert!(!has_desktop(|name| name == "SSH_CONNECTION" || name == "DISPLAY"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_desktop_has_a_display() {
        assert!(has_desktop(|name| name == "DISPLAY") && has_desktop(|name| name == "WAYLAND_DISPLAY"));
        assert!(!has_desktop(|_| false));
    }
}
