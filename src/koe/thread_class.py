"""A thread asks the operating system for a higher class: what a listener waits for goes before other programs.

macOS decides by the class of a thread on which cores of Apple Silicon it runs: without one it may end on a slow core.
Linux has a nice value for each thread; a lower one than the usual needs a permission (CAP_SYS_NICE, or a limit of
`nice` in limits.conf). The threads that play belong to PortAudio, which asks for the class of audio itself.
"""

from __future__ import annotations

import ctypes
import os
import platform
import threading
from typing import Any

# QOS_CLASS_USER_INITIATED of macOS's <sys/qos.h>.
_USER_INITIATED = 0x19
_HIGHER_NICE = -5


def ask_for_higher_class() -> bool:
    """For the calling thread. False: the system has no such class, or does not allow it; it goes on as it is."""
    if platform.system() == "Darwin":
        set_class: Any = getattr(ctypes.CDLL(None), "pthread_set_qos_class_self_np", None)
        return set_class is not None and set_class(ctypes.c_uint(_USER_INITIATED), ctypes.c_int(0)) == 0
    if platform.system() == "Linux":
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _HIGHER_NICE)
        except OSError:
            return False
        return True
    return False
