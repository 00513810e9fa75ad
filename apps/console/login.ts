import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { session } from '#kit/console/session.ts';
import type { Given } from '#kit/console/session.ts';
import { drop, keep, kept } from '#kit/console/storage.ts';
import { language, say, speak } from '#kit/console/language.ts';
import { fill } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { logError } from './error-log.ts';
import { defaultTitle, loginWords as words } from './login-words.ts';
import type { LoginConfig } from './login-words.ts';
import { look } from './offline/network.ts';

const uaa = '/api/api-uaa/oauth/user';
const langs = ['zh', 'en'] as const;
const again = 60;

let drawn: Record<Lang, HTMLElement> | null = null;
/**
 * The same page stands twice in the document, once in each language; what is done to one is done to both. Also once
 * they have left it.
 */
const pages = (): Record<Lang, HTMLElement> =>
  (drawn ??= { zh: document.querySelector('.first.zh')!, en: document.querySelector('.first.en')! });
const inBoth = (selector: string, change: (element: HTMLElement, lang: Lang) => void): void => {
  for (const lang of langs)
    for (const element of pages()[lang].querySelectorAll<HTMLElement>(selector)) change(element, lang);
};
const put = (selector: string, message: Text | null): void =>
  inBoth(selector, (element, lang) => {
    element.textContent = message?.[lang] ?? '';
  });
const input = (name: string, lang: Lang = language()): HTMLInputElement =>
  pages()[lang].querySelector(`[name=${name}]`)!;
const on = (selector: string, event: string, then: (element: HTMLElement) => void): void =>
  inBoth(selector, (element) => element.addEventListener(event, () => then(element)));
/** The server's words come in the language of the moment. */
const both = (message: string): Text => ({ zh: message, en: message });

let way: 'password' | 'code' = 'password';

function choose(chosen: typeof way): void {
  way = chosen;
  inBoth('[data-way]', (element) => element.setAttribute('aria-pressed', String(element.dataset['way'] === chosen)));
  inBoth('.by-code', (element) => {
    element.hidden = chosen !== 'code';
  });
  put('.problem', null);
}

/** An id of this browser, by which the server distinguishes it from others. */
function device(): string {
  const known = kept<string>('device') ?? newKey();
  keep('device', known);
  return known;
}

const typed = (): { username: string; password: string } => ({
  username: input('username').value.trim(),
  password: input('password').value,
});

/** Says under the form what is wrong, or what was done, and puts the cursor where to go on. */
function direct(message: Text, at: string, good = false): void {
  put('.problem', message);
  inBoth('.problem', (element) => element.classList.toggle('good', good));
  input(at).focus();
}

async function sendCode(): Promise<void> {
  const { username, password } = typed();
  if (!username || !password) return direct(words.missing, username ? 'password' : 'username');
  inBoth('.send', (element) => {
    (element as HTMLButtonElement).disabled = true;
  });
  let left = 0;
  try {
    const { sentTo } = await ask<{ sentTo: string }>(
      `${uaa}/loginCode`,
      { username, password, source: 'console', deviceToken: knownHere(username) },
      { method: 'POST', quiet: true },
    );
    direct(fill(words.codeSent, { to: sentTo }), 'validCode', true);
    left = again;
  } catch (error) {
    direct(both(wordsOf(error)), 'password');
  }
  const tick = () => {
    put('.send', left > 0 ? fill(words.again, { n: left }) : words.send);
    inBoth('.send', (element) => {
      (element as HTMLButtonElement).disabled = left > 0;
    });
    if (left-- > 0) setTimeout(tick, 1000);
  };
  tick();
}

async function enter(onIn: () => void): Promise<void> {
  const { username, password } = typed();
  const validCode = input('validCode').value.trim();
  if (!username || !password) return direct(words.missing, username ? 'password' : 'username');
  if (way === 'code' && !validCode) return direct(words.noCode, 'validCode');
  const busy = (is: boolean) => {
    inBoth('.enter', (element) => {
      (element as HTMLButtonElement).disabled = is;
    });
    put('.enter', is ? words.busy : words.enter);
  };
  busy(true);
  put('.problem', null);
  try {
    const given =
      way === 'code'
        ? await ask<LoggedIn>(
            `${uaa}/tokenByCode`,
            { username, password, validCode, deviceId: device(), deviceToken: knownHere(username) },
            { method: 'POST', quiet: true },
          )
        : await ask<LoggedIn>(
            `${uaa}/token`,
            { username, password, deviceToken: knownHere(username) },
            { method: 'POST', quiet: true },
          );
    rememberHere(username, given.deviceToken);
    entered(given);
    onIn();
  } catch (error) {
    // Without what was typed: a password ends up in the account's place now and then.
    logError('login', error);
    direct(both(wordsOf(error)), 'password');
  } finally {
    busy(false);
  }
}

type LoggedIn = Given & { deviceToken?: string };
/**
 * Of the last few accounts that logged in here, what shows that they did: strangers' wrong passwords do not keep them
 * out.
 */
const MOST_KNOWN = 5;
const knownAccounts = (): Record<string, string> => kept('devices') ?? {};
const spelt = (account: string): string => account.trim().toLowerCase();
const knownHere = (account: string): string | undefined => knownAccounts()[spelt(account)];

function rememberHere(account: string, token: string | undefined): void {
  if (!token) return;
  const others = Object.entries(knownAccounts()).filter(([name]) => name !== spelt(account));
  keep('devices', Object.fromEntries([[spelt(account), token], ...others].slice(0, MOST_KNOWN)));
}

/** A login opens the lock and leaves no tab of whoever was here before. */
export function entered(given: Given): void {
  drop('lock');
  drop('tabs', 'session');
  session.open(given);
}

/** What this host is called; the product's own names and mark stay where the server does not say. */
function present(config: LoginConfig): void {
  const title: Text = { zh: config.title, en: config.titleEn || config.title };
  put('h1', title);
  if (location.pathname === '/login') document.title = say(title);
  const { logo, filings = [], ways } = config;
  if (logo)
    inBoth('header', (header) =>
      header.firstElementChild!.replaceWith(Object.assign(new Image(44, 44), { src: logo, alt: '' })),
    );
  inBoth('footer', (footer) =>
    footer.replaceChildren(
      ...filings.map((filing) =>
        Object.assign(document.createElement('a'), {
          textContent: filing.text,
          href: filing.url ?? '',
          target: '_blank',
          rel: 'noreferrer',
        }),
      ),
    ),
  );
  inBoth('.ways', (element) => {
    element.hidden = !ways?.code;
  });
  inBoth('h2', (element) => {
    element.hidden = ways?.code === true;
  });
}

/** Brings the drawn page to life. `onWarm`: a password is being typed, so what comes next may be loaded. */
export function openLogin({
  message,
  onWarm,
  onIn,
}: {
  message: string | null;
  onWarm: () => void;
  onIn: () => void;
}): void {
  document.title = say(defaultTitle);
  ask<LoginConfig>('/api/updown/sysCustomConfig/getLoginConfig', { domain: location.hostname }, { quiet: true }).then(
    present,
    () => void look(),
  );
  if (message) put('.problem', both(message));
  inBoth('input', (element, lang) =>
    element.addEventListener('input', () => {
      const { name, value } = element as HTMLInputElement;
      input(name, lang === 'zh' ? 'en' : 'zh').value = value;
      if (name === 'password') onWarm();
    }),
  );
  on('.show', 'click', (element) => {
    const shown = element.getAttribute('aria-pressed') !== 'true';
    inBoth('.show', (each) => each.setAttribute('aria-pressed', String(shown)));
    inBoth('[name=password]', (each) => {
      (each as HTMLInputElement).type = shown ? 'text' : 'password';
    });
  });
  on('.lang', 'click', () => {
    speak(language() === 'zh' ? 'en' : 'zh');
    document.title = pages()[language()].querySelector('h1')!.textContent;
    pages()[language()].querySelector<HTMLElement>('.lang')!.focus();
  });
  on('[data-way]', 'click', (element) => choose(element.dataset['way'] as typeof way));
  on('.send', 'click', () => void sendCode());
  on('form', 'submit', () => void enter(onIn));
  takeOver(onIn);
}

/** What was typed, filled in by the browser or sent while the script was on its way counts. */
function takeOver(onIn: () => void): void {
  for (const { name, value } of pages()[language()].querySelectorAll('input'))
    if (value)
      inBoth(`[name=${name}]`, (element) => {
        (element as HTMLInputElement).value = value;
      });
  const { dataset } = document.documentElement;
  const isSent = 'sent' in dataset;
  delete dataset['sent'];
  if (isSent) void enter(onIn);
}
