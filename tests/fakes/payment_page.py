"""The page on which a person pays or declines at a fake bank."""

from html import escape

from aiohttp import web

_PAGE = """<!doctype html>
<html lang="uk">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{bank}</title>
<style>
  body {{ margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eef0f3;
         color: #14171c; font: 17px/1.45 system-ui, sans-serif; }}
  main {{ width: min(24rem, 100% - 2rem); padding: 1.5rem; border-radius: 1.25rem; background: #fff;
         box-shadow: 0 .5rem 2rem #0001; box-sizing: border-box; }}
  h1 {{ margin: 0; font-size: 1rem; color: #5b6470; font-weight: 600; }}
  .sum {{ margin: .5rem 0; font-size: 2.25rem; font-weight: 700; }}
  ul {{ margin: 1rem 0; padding: 0; list-style: none; }}
  li span:last-child {{ white-space: nowrap; }}
  li {{ display: flex; justify-content: space-between; gap: 1rem; padding: .3rem 0;
       border-bottom: 1px solid #eef0f3; }}
  button {{ width: 100%; min-height: 3rem; margin-top: .75rem; border: 0; border-radius: .75rem;
           font: inherit; font-weight: 600; cursor: pointer; }}
  .pay {{ background: #14171c; color: #fff; }}
  .decline {{ background: #eef0f3; color: #14171c; }}
  a {{ color: inherit; }}
  small {{ color: #5b6470; }}
</style>
<main>
  <h1>{bank}</h1>
  <p class="sum">{amount}</p>
  <p>{purpose}</p>
  <ul>{lines}</ul>
  {choice}
  <p><small>Навчальний банк: грошей ніхто не бере. A practice bank: no money moves.</small></p>
</main>
</html>"""

_BUTTONS = """<form method="post" action="{action}">
    <button class="pay" name="decision" value="pay">Оплатити · Pay</button>
    <button class="decline" name="decision" value="decline">Відмовити · Decline</button>
  </form>"""


def payment_page(
    *, bank: str, kopiykas: int, purpose: str, lines: list[tuple[str, int]], action: str | None, result: str
) -> web.Response:
    """Show an invoice; `action` is where the decision is posted, None when there is none left to make.

    `lines` are names with their sums in kopiykas; `result` is said instead of the buttons.
    """
    choice = _BUTTONS.format(action=escape(action)) if action else f"<p><b>{escape(result)}</b></p>"
    page = _PAGE.format(
        bank=escape(bank),
        amount=_hryvnias(kopiykas),
        purpose=escape(purpose),
        lines="".join(f"<li><span>{escape(name)}</span><span>{_hryvnias(sum_)}</span></li>" for name, sum_ in lines),
        choice=choice,
    )
    return web.Response(text=page, content_type="text/html")


def _hryvnias(kopiykas: int) -> str:
    return f"{kopiykas // 100},{kopiykas % 100:02d} ₴"
