"""Pause, stop, replay and seek: nothing is lost, and the keys do what the buttons do."""

from __future__ import annotations

import re

import numpy as np

from web.browser import RATE_HZ, Opened
from web.conftest import Opens

TEXT = "First comes this clause, then another one follows, and at last the third."
FULL_SCALE = 32_768
EDGE = 200  # samples that rise or fall, so that nothing clicks, and a little more


def position_s(one: Opened) -> float:
    found: float = one.page.evaluate("Number(document.getElementById('position').value)")
    return found


def test_pause_and_resume_lose_nothing(open_page: Opens) -> None:
    with open_page() as one:
        one.speak(TEXT)
        one.wait("Number(document.getElementById('position').value) > 0.6")
        one.page.click("#speak")
        one.is_saying("Go on")
        paused_s = position_s(one)
        one.page.wait_for_timeout(700)
        assert position_s(one) <= paused_s + 0.1  # what was rendered is heard a little later
        one.page.click("#speak")
        one.is_over()
        heard, received = one.heard(), one.received().astype(np.float32) / FULL_SCALE
    heard, received = from_first_sound(heard), from_first_sound(received)
    same = np.isclose(heard[EDGE : len(received)], received[EDGE:], atol=1e-4)
    before = EDGE + int(np.argmin(same))  # up to here nothing was lost
    assert before > 0.5 * RATE_HZ
    silent = int(np.flatnonzero(heard[before + EDGE :])[0]) + EDGE
    assert silent > 0.4 * RATE_HZ
    # What rises begins with a zero or more, which look like silence.
    rest = received[before + EDGE :]
    shifts = range(-EDGE, 1)
    differences = [np.abs(heard[before + silent + shift + EDGE :][: len(rest)] - rest).max() for shift in shifts]
    assert min(differences) < 1e-4


def from_first_sound(samples: np.ndarray) -> np.ndarray:
    return samples[np.flatnonzero(np.abs(samples) > 1e-3)[0] :]


def test_a_click_on_a_word_jumps_there(open_page: Opens) -> None:
    with open_page() as one:
        one.speak(TEXT)
        one.wait("document.getElementById('rtf').textContent !== '–'")  # all has arrived
        click_on(one, "third")
        one.wait("litWords.at(-1)?.word === 'third'")
        (third,) = [word for word in one.words() if TEXT[word["text_start"] :].startswith("third")]
        assert position_s(one) >= third["start_s"] - 0.02
        one.is_over()
        click_on(one, "another")  # also when all was heard
        one.wait("litWords.at(-1)?.word === 'another'")


def click_on(one: Opened, word: str) -> None:
    """A click into the text field sets the caret; where a word lies on the screen only the browser knows."""
    place = TEXT.index(word) + 1
    one.page.evaluate(
        f"""() => {{
            const field = document.getElementById('text');
            field.setSelectionRange({place}, {place});
            field.dispatchEvent(new MouseEvent('click', {{bubbles: true}}));
        }}"""
    )


def test_seek_replay_and_stop(open_page: Opens) -> None:
    with open_page() as one:
        one.speak(TEXT)
        one.wait("document.getElementById('rtf').textContent !== '–'")
        one.page.focus("#position")
        before_s = position_s(one)
        one.page.keyboard.press("ArrowRight")
        one.wait(f"Number(document.getElementById('position').value) >= {before_s + 1.9}")
        one.page.click("#replay")
        one.wait(f"Number(document.getElementById('position').value) < {before_s + 1}")
        one.page.click("#stop")
        one.is_saying("Speak")
        assert one.page.is_disabled("#stop")
        assert one.page.inner_text("#clock") == "0:00"


def test_the_keys_speak_pause_and_stop(open_page: Opens) -> None:
    with open_page() as one:
        one.page.fill("#text", TEXT)
        one.page.focus("#text")
        one.wait("!document.getElementById('speak').disabled")
        one.page.keyboard.press("Control+Enter")
        one.is_saying("Pause")
        one.wait("Number(document.getElementById('position').value) > 0.2")
        one.page.keyboard.press("Control+Enter")
        one.is_saying("Go on")
        one.page.keyboard.press("Escape")
        one.is_saying("Speak")
        assert one.page.input_value("#text") == TEXT


def test_a_new_text_replaces_the_one_that_plays(open_page: Opens) -> None:
    with open_page() as one:
        one.speak(TEXT)
        one.wait("litWords.length > 1")
        one.page.click("#stop")
        one.page.evaluate("litWords.length = 0")
        one.speak("Quite other words.")
        one.is_over()
        assert [word["word"] for word in one.lit()] == ["Quite", "other", "words"]


def test_the_choices_go_with_the_request(open_page: Opens) -> None:
    with open_page() as one:
        sent: list[str] = []
        one.page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
        one.page.select_option("#language", "en-gb")
        one.page.evaluate("document.getElementById('speed').value = 1.5")
        one.page.dispatch_event("#speed", "input")
        one.page.click("#mix > summary")
        one.page.select_option("#second-voice", "af_heart")
        one.page.evaluate("document.getElementById('share').value = 3")
        one.page.dispatch_event("#share", "input")
        one.speak("Hello there.")
        one.is_over()
    (start,) = [message for message in sent if '"start"' in message]
    assert re.search(r'"voice": ?"bf_emma\(7\)\+af_heart\(3\)"', start)
    assert re.search(r'"speed": ?1.5', start)
