"""Text that grows while it is spoken: typed by a person, or written by a language model."""

from __future__ import annotations

from web.conftest import Opens


def test_koe_speaks_while_a_person_types(open_page: Opens) -> None:
    with open_page() as one:
        one.page.click("[data-mode=live]")
        one.page.click("#clear")
        one.page.click("#speak")
        one.is_saying("Pause")
        one.page.fill("#text", "The first clause is wide and ta")
        one.page.fill("#text", "The first clause is wide and tall, ")
        one.wait("litWords.length > 2")  # before the second is written
        one.page.fill("#text", "The first clause is wide and tall, and then 🎉 the second")
        one.wait("litWords.at(-1)?.word === 'second'")  # without punctuation: after a moment
        lit = [word["word"] for word in one.lit()]
        assert lit == ["The", "first", "clause", "is", "wide", "and", "tall", "and", "then", "the", "second"]


def test_what_was_read_cannot_be_changed_and_the_page_says_so(open_page: Opens) -> None:
    with open_page() as one:
        one.page.click("[data-mode=live]")
        one.page.fill("#text", "This was read already, and cannot be changed. ")
        one.page.click("#speak")
        one.wait("litWords.length > 0")
        one.page.fill("#text", "Something else altogether. ")
        assert "read already" in one.page.inner_text("[data-subject=conflict]")
        one.page.fill("#text", "This was read already, and cannot be changed. More may follow. ")
        assert one.page.query_selector("[data-subject=conflict]") is None
        one.wait("litWords.at(-1)?.word === 'follow'")


def test_a_model_writes_and_koe_reads(open_page: Opens) -> None:
    answer = "Sure, I can help you with that. First, open the lid; then, take it off."
    with open_page() as one:
        one.page.click("[data-mode=model]")
        one.page.evaluate("document.getElementById('rate').value = 6")
        one.page.fill("#text", answer)
        one.page.click("#speak")
        one.is_over()
        first = one.lit()[0]
        assert answer.startswith(first["text"])  # the rest is still to be written
        assert len(first["text"]) < len(answer)
        assert first["isReadOnly"]
        assert [word["word"] for word in one.lit()] == [word.strip(".,;") for word in answer.split()]
        assert one.page.input_value("#text") == answer
        assert one.page.get_attribute("#text", "readonly") is None


def test_stopping_gives_the_whole_text_back(open_page: Opens) -> None:
    answer = "A long answer that is written slowly. " * 3
    with open_page() as one:
        one.page.click("[data-mode=model]")
        one.page.fill("#text", answer)
        one.page.click("#speak")
        one.wait("litWords.length > 0")
        one.page.click("#stop")
        assert one.page.input_value("#text") == answer
