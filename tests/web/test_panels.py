"""The panels beside the text: voices, pronunciations, downloads, code, files."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

from playwright.sync_api import Download
from typer.testing import CliRunner

from decoding import wav_samples
from koe.cli.main import app
from limits import HANG_S
from web.browser import Opened
from web.conftest import Opens


def test_favourites_come_first_and_are_kept(open_page: Opens) -> None:
    with open_page() as one:
        names = "[...document.querySelectorAll('.voice')].map(voice => voice.dataset.voice)"
        one.page.wait_for_selector(".voice")
        assert one.page.evaluate(names) == ["af_heart", "am_adam"]
        one.page.click("[data-voice=am_adam] .star")
        assert one.page.get_attribute("[data-voice=am_adam] .star", "aria-pressed") == "true"
        one.page.check("[data-voice=am_adam] input")
        one.page.reload()
        one.page.wait_for_selector(".voice")
        assert one.page.evaluate(names) == ["am_adam", "af_heart"]
        assert one.page.is_checked("[data-voice=am_adam] input")


def test_a_preview_is_played_and_ends(open_page: Opens) -> None:
    with open_page() as one:
        with one.page.expect_response("**/v1/audio/voices/am_adam/preview") as preview:
            one.page.click("[data-voice=am_adam] .preview")
        assert preview.value.status == 200
        playing = "document.querySelector('[data-voice=am_adam] .preview path').getAttribute('d').startsWith('M7 7')"
        one.wait(playing)
        one.page.click("[data-voice=am_adam] .preview")
        assert not one.page.evaluate(playing)


def test_a_language_without_its_packages_says_how_to_get_them(open_page: Opens) -> None:
    with open_page() as one:
        one.page.wait_for_selector(".voice")
        readable = one.page.evaluate("fetch('/v1/facts').then(answer => answer.json())")["languages"]
        one.page.select_option("#language", "ja")
        is_readable = next(language["is_readable"] for language in readable if language["code"] == "ja")
        assert one.page.is_visible("#language-hint") != is_readable
        assert one.page.evaluate("document.querySelector('.voice').dataset.voice") == "jf_alpha"


def test_audio_and_captions_are_downloaded(open_page: Opens, tmp_path: Path) -> None:
    with open_page() as one:
        one.page.fill("#text", "Hello there.")
        one.page.click("#download > summary")
        one.page.select_option("#captions", "vtt")
        downloads: list[Download] = []
        one.page.on("download", lambda download: downloads.append(download))
        one.page.click("#save")
        one.wait("document.getElementById('save-state').textContent === 'Done.'")
        one.page.wait_for_timeout(200)
        paths = {download.suggested_filename: tmp_path / download.suggested_filename for download in downloads}
        for download in downloads:
            download.save_as(paths[download.suggested_filename])
    assert set(paths) == {"speech.wav", "speech.vtt"}
    assert len(wav_samples(paths["speech.wav"].read_bytes())) > 12_000
    assert paths["speech.vtt"].read_text().startswith("WEBVTT")
    assert "Hello there." in paths["speech.vtt"].read_text()


def snippet(one: Opened, language: str) -> str:
    one.page.click(f"[data-code={language}]")
    return one.page.inner_text("#snippet")


def test_the_code_that_is_copied_works(open_page: Opens, tmp_path: Path) -> None:
    text = 'It\'s "fine": 🎉 \\ $HOME\nsecond line'
    with open_page() as one:
        one.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        one.page.fill("#text", text)
        one.page.click("#code > summary")
        curl, python = snippet(one, "curl"), snippet(one, "python")
        javascript = snippet(one, "javascript")
        one.page.click("#copy")
        one.wait("document.getElementById('copy-state').textContent === 'Copied.'")
        assert one.page.evaluate("navigator.clipboard.readText()") == javascript
        (tmp_path / "speech.mjs").write_text(javascript)
        for command in (["bash", "-c", curl], [sys.executable, "-c", python], ["node", "speech.mjs"]):
            result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=HANG_S, check=False)
            assert result.returncode == 0, result.stderr
            file = tmp_path / "speech.wav"
            assert len(wav_samples(file.read_bytes())) > 12_000
            file.unlink()


def test_a_pronunciation_is_looked_up_changed_kept_and_exported(open_page: Opens, tmp_path: Path) -> None:
    with open_page(allows=("400 (Bad Request)",)) as one:
        one.page.click("#lexicon > summary")
        one.page.fill("#lexicon-word", "koe")
        one.page.click("#lexicon-look")
        one.wait("document.getElementById('lexicon-phonemes').value === 'koe'")
        one.page.evaluate("document.getElementById('lexicon-phonemes').setSelectionRange(0, 0)")
        one.page.click(".symbols > summary")
        one.page.click("[aria-label='Insert ˈ']")
        assert one.page.input_value("#lexicon-phonemes") == "ˈkoe"
        with one.page.expect_response("**/v1/audio/speech/phonemes") as spoken:
            one.page.click("#lexicon-hear")
        assert spoken.value.status == 200
        one.page.fill("#lexicon-phonemes", "koe 7")
        one.page.click("#lexicon button[type=submit]")
        one.wait("document.getElementById('lexicon-message').textContent.length > 20")
        assert one.page.query_selector("#lexicon-entries li") is None  # koe refuses a digit
        one.page.fill("#lexicon-phonemes", "ˈkoe")
        one.page.click("#lexicon button[type=submit]")
        one.page.wait_for_selector("#lexicon-entries li")
        sent: list[str] = []
        one.page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
        one.page.reload()  # it is kept in the browser
        one.page.wait_for_selector("#lexicon-entries li", state="attached")
        one.speak("Hello from koe.")
        one.is_over()
        start = next(json.loads(message) for message in sent if '"start"' in message)
        assert start["lexicon"] == [{"lang": "en-us", "grapheme": "koe", "phoneme": "ˈkoe"}]
        one.page.click("#lexicon > summary")
        with one.page.expect_download() as download:
            one.page.click("#lexicon-export")
        download.value.save_as(tmp_path / "lexicon.tsv")
        one.page.click("[aria-label='Remove koe']")
        assert one.page.query_selector("#lexicon-entries li") is None
        one.page.set_input_files("#lexicon-file", tmp_path / "lexicon.tsv")
        one.page.wait_for_selector("#lexicon-entries li")
    checked = CliRunner().invoke(app, ["lexicon", "check", str(tmp_path / "lexicon.tsv")])
    assert checked.exit_code == 0, checked.output


def test_files_are_opened(open_page: Opens, tmp_path: Path) -> None:
    plain, markdown, epub = tmp_path / "a.txt", tmp_path / "b.md", tmp_path / "c.epub"
    plain.write_text("A plain file, with é.")
    markdown.write_text("# Title\n\nA *good* [link](https://page.example) and `code`.\n\n- one\n- two\n")
    write_epub(epub)
    picture = tmp_path / "d.txt"
    picture.write_bytes(bytes(range(256)))
    with open_page() as one:
        one.page.set_input_files("#file", plain)
        one.wait("document.getElementById('text').value === 'A plain file, with é.'")
        one.page.set_input_files("#file", markdown)
        one.wait("document.getElementById('text').value.startsWith('Title.')")
        assert one.page.input_value("#text") == "Title.\n\nA good link and code.\n\none\ntwo"
        one.page.set_input_files("#file", epub)
        one.wait("document.getElementById('text').value.startsWith('Chapter')")
        assert one.page.input_value("#text") == "Chapter One\n\nIt began & went on.\n\nThe end."
        one.page.set_input_files("#file", picture)
        one.page.wait_for_selector(".notice.bad")
        assert "not a text file" in one.page.inner_text(".notice.bad")


def write_epub(path: Path) -> None:
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body>{}</body></html>'
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book/content.opf"/></rootfiles></container>',
        "book/content.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="last" href="z.xhtml"/><item id="first" href="text/a%20b.xhtml"/></manifest>'
        '<spine><itemref idref="first"/><itemref idref="last"/></spine></package>',
        "book/text/a b.xhtml": xhtml.format(
            "<h1>Chapter\n One</h1><div><p>It <b>began</b> &amp; went&nbsp;on.</p></div><script>no()</script>"
        ),
        "book/z.xhtml": xhtml.format("<p>The end.</p>"),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
