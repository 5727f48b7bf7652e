"""What a listener uses, with what shows each: the daemon and its sound, documents and books, the web page, guides."""

from __future__ import annotations

from koe.bench.verify.feature import Feature

PLAYBACK = (
    Feature(
        "playback",
        "a daemon for each user: its socket, lock, commands, own engine, idle end",
        ("process/test_daemon.py", "cli/test_daemon_units.py"),
    ),
    Feature(
        "playback",
        "speak, queue, pause, skip, replay, seek, speed, volume",
        ("playback/test_reader.py", "playback/test_player.py", "playback/test_track.py"),
    ),
    Feature("playback", "audio of other programs has its turn among the texts", ("process/test_play_audio.py",)),
    Feature("playback", "a server that restarts does not end the reading", ("client/test_reading.py",)),
    Feature(
        "playback",
        "frames lost, swapped, repeated or late are put in order or concealed",
        ("playback/test_jitter_buffer.py", "wire/test_receiver.py"),
    ),
    Feature(
        "playback",
        "a sound card that changes or is lost; the rest by the system's player",
        ("playback/test_device.py", "sound/test_sound_path.py"),
    ),
    Feature("playback", "what is recorded behind a sound server is what was sent", ("sound/test_sound_path.py",)),
    Feature("playback", "threads ask the system for the class of sound", ("test_priority.py",)),
    Feature("playback", "Speech Dispatcher speaks with koe", ("sound/test_speech_dispatcher.py",)),
)
DOCUMENTS = (
    Feature(
        "documents",
        "text, Markdown, HTML, EPUB, PDF, subtitles; hostile files are refused",
        ("documents/test_texts.py", "documents/test_epub.py", "documents/test_pdf.py", "documents/test_tokens.py"),
    ),
    Feature(
        "documents",
        "koe read to the speaker: live view and keys, here or through the daemon",
        ("cli/test_read_aloud.py", "book/test_ahead.py", "book/test_one_text.py", "process/test_read_through.py"),
    ),
    Feature(
        "documents",
        "a book with chapters, title and cover, in every format",
        ("cli/test_read_book.py", "book/test_script.py", "wire/test_book_file.py", "real_model/test_book.py"),
    ),
    Feature(
        "documents",
        "a book that is stopped or killed goes on, with the same bytes",
        ("process/test_read_stopped.py", "book/test_work_folder.py"),
    ),
)
PAGE = (
    Feature(
        "web page",
        "type, choose a voice, hear it at once, with the word that is spoken",
        ("web/test_speaking.py", "web/test_playing.py", "web/test_growing_text.py", "real_model/test_web.py"),
    ),
    Feature("web page", "parts and other pages", ("web/test_modules.py", "web/test_panels.py", "web/test_pages.py")),
    Feature(
        "web page",
        "a key, a restart, a refusal: the page says what happened",
        ("web/test_key.py", "web/test_restart.py", "web/test_problems.py", "web/test_other_pages.py"),
    ),
    Feature("web page", "keyboard, screen readers, contrast", ("web/test_accessibility.py",)),
)
GUIDES = (
    Feature("guides", "clients and examples of the guides run as they are written", ("outside",)),
    Feature("guides", "keys of Raycast: start, replace, stop, a notice", ("process/test_raycast_extension.py",)),
    Feature("guides", "pages are current, their links lead somewhere", ("test_docs.py", "test_packaging.py")),
)
LISTENER_FEATURES = (*PLAYBACK, *DOCUMENTS, *PAGE, *GUIDES)
