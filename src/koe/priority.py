"""Priority of threads: sound first, then what a listener waits for. Where the system refuses, all goes on as it was.

macOS decides by the class of a thread on which cores of Apple Silicon it runs: without one it may end on a slow core.
Linux has a nice value for each thread; a lower one than the usual needs a permission (CAP_SYS_NICE, or a limit of
`nice` in limits.conf).
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress
from typing import Any

# sys/qos.h
_QOS_USER_INTERACTIVE = 0x21
_QOS_USER_INITIATED = 0x19
_PLAYBACK_NICE = -11  # what desktops grant to sound servers
_LANE_NICE = -5
_RTKIT = ("org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1", "org.freedesktop.RealtimeKit1")


def prefer_this_thread() -> str:
    """Asks for the class of sound. Returns what was granted: `qos`, `nice`, `rtkit` or `default`."""
    if sys.platform == "darwin":
        return "qos" if _ask_macos(_QOS_USER_INTERACTIVE) else "default"
    return prefer_thread(threading.get_native_id())


def prefer_lane() -> bool:
    """Asks, for the calling thread, for the class of work that somebody waits for. False: it was not granted."""
    if sys.platform == "darwin":
        return _ask_macos(_QOS_USER_INITIATED)
    return sys.platform == "linux" and _set_nice(threading.get_native_id(), _LANE_NICE)


def prefer_thread(thread: int) -> str:
    """The class of sound for another thread of this process, by the number that the system gives it. On macOS a thread
    can only ask for itself. It may take half a second, where rtkit has to be started."""
    return _ask_linux(thread) if sys.platform == "linux" else "default"


def _ask_macos(qos: int) -> bool:
    set_class: Any = getattr(ctypes.CDLL(None), "pthread_set_qos_class_self_np", None)
    return set_class is not None and set_class(ctypes.c_uint(qos), ctypes.c_int(0)) == 0


def _ask_linux(thread: int) -> str:
    """A thread may raise its own priority with CAP_SYS_NICE or up to RLIMIT_NICE; rtkit grants it to desktop users."""
    if _set_nice(thread, _PLAYBACK_NICE):
        return "nice"
    return "rtkit" if _ask_rtkit(thread) else "default"


def _set_nice(thread: int, nice: int) -> bool:
    try:
        os.setpriority(os.PRIO_PROCESS, thread, nice)
    except OSError:
        return False
    return True


def _ask_rtkit(thread: int) -> bool:
    """Over D-Bus, by libdbus, which every desktop has. Nothing is started for it."""
    if not os.path.exists("/run/dbus/system_bus_socket"):  # noqa: PTH110  no Path for a constant
        return False
    with suppress(OSError, AttributeError):
        return _call_rtkit(ctypes.CDLL("libdbus-1.so.3"), thread)
    return False


def _call_rtkit(dbus: ctypes.CDLL, thread: int) -> bool:
    for name in ("dbus_bus_get", "dbus_message_new_method_call", "dbus_connection_send_with_reply_and_block"):
        getattr(dbus, name).restype = ctypes.c_void_p
    bus = dbus.dbus_bus_get(1, None)  # the system's
    if not bus:
        return False
    dbus.dbus_connection_set_exit_on_disconnect(ctypes.c_void_p(bus), 0)
    service, path, interface = (name.encode() for name in _RTKIT)
    message = dbus.dbus_message_new_method_call(service, path, interface, b"MakeThreadHighPriority")
    if not message:
        return False
    number, nice = ctypes.c_uint64(thread), ctypes.c_int32(_PLAYBACK_NICE)
    dbus.dbus_message_append_args(
        ctypes.c_void_p(message), ord("t"), ctypes.byref(number), ord("i"), ctypes.byref(nice), 0
    )
    reply = dbus.dbus_connection_send_with_reply_and_block(ctypes.c_void_p(bus), ctypes.c_void_p(message), 500, None)
    dbus.dbus_message_unref(ctypes.c_void_p(message))
    if reply:
        dbus.dbus_message_unref(ctypes.c_void_p(reply))
    return bool(reply)
