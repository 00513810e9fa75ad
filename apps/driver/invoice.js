/**
 * Titles that invoices were applied for with, kept in this browser alone and only where its owner wants that; the page
 * works without it. Written for old phones.
 */
const KEY = 'gatehouse-invoice-titles';
const MOST = 5;
const NAMES = ['buyerType', 'invoiceTitle', 'buyerTaxNo', 'email', 'phone'];
const form = document.querySelector('form[data-keep]');

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || '[]');
    return Array.isArray(found) ? found.filter((each) => each && typeof each.invoiceTitle === 'string') : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing, in a private window say, is none that the page could do without. */
function keep(titles) {
  try {
    localStorage.setItem(KEY, JSON.stringify(titles.slice(0, MOST)));
  } catch {
    // nothing is kept
  }
}

function button(text, label, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'plain';
  made.textContent = text;
  if (label) made.setAttribute('aria-label', label);
  made.addEventListener('click', onClick);
  return made;
}

function draw(place) {
  place.textContent = '';
  for (const title of kept()) {
    const row = document.createElement('div');
    row.className = 'plate';
    const forget = `${form.dataset.forget} ${title.invoiceTitle}`;
    row.append(
      button(title.invoiceTitle, '', () => {
        for (const name of NAMES) form.elements[name].value = title[name] || '';
        if (!form.elements.buyerType.value) form.elements.buyerType.value = 'person';
      }),
      button('×', forget, () => {
        keep(kept().filter(({ invoiceTitle }) => invoiceTitle !== title.invoiceTitle));
        draw(place);
      }),
    );
    row.lastChild.style.width = '48px';
    place.append(row);
  }
}

if (form) {
  const place = document.createElement('div');
  const tick = document.createElement('label');
  tick.className = 'tick';
  const wanted = document.createElement('input');
  wanted.type = 'checkbox';
  wanted.checked = kept().length > 0;
  tick.append(wanted, form.dataset.keep);
  form.prepend(place);
  form.insertBefore(tick, form.querySelector('button.main'));
  draw(place);
  form.addEventListener('submit', () => {
    const now = Object.fromEntries(NAMES.map((name) => [name, form.elements[name].value.trim()]));
    const others = kept().filter(({ invoiceTitle }) => invoiceTitle !== now.invoiceTitle);
    keep(wanted.checked && now.invoiceTitle ? [now, ...others] : others);
  });
}
