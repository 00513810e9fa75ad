import { ask } from '#kit/console/ask.ts';
import { keepFresh, session } from '#kit/console/session.ts';
import { drop, keep, kept, onKept } from '#kit/console/storage.ts';
import { language, say, speak } from '#kit/console/language.ts';
import '#kit/console/look/tokens.css';
import { watchErrors } from './error-log.ts';
import { sentBackLater, sentTo, wanted } from './guard.ts';
import { markLocked } from './lock.ts';
import { isLocked } from './locked.ts';
import { openLogin } from './login.ts';
import { loginWords } from './login-words.ts';
import { askAhead } from './me-ahead.ts';
import { keepOffline } from './offline/register.ts';
import { look, onBack, watchNetwork } from './offline/network.ts';
import './login.css';

const loadApp = () => import('./app.tsx');

/** Reloads a console that could not be loaded, once the network is back. */
const again = (): void => {
  onBack(() => location.reload());
  void look();
};

/** Requests what the shell and the page in view will want. What fails here fails there, where it is shown. */
function askEarly(): void {
  const me = askAhead();
  import('./rows-early.ts').then(({ askRowsEarly }) => askRowsEarly(me)).catch(() => undefined);
}

/** Sends on who may not see the address, then shows the login page as it is drawn, or the console in its place. */
function show(): void {
  const to = sentTo(location.pathname, location.search, { loggedIn: session.tokens() !== null, locked: isLocked() });
  if (to !== null) history.replaceState(null, '', to);
  const atLogin = location.pathname === '/login';
  document.documentElement.toggleAttribute('data-in', !atLogin);
  if (!atLogin) {
    delete document.documentElement.dataset['night'];
    document.getElementById('login')?.remove();
    if (session.tokens() && location.pathname !== '/lock') askEarly();
    return void loadApp().then(({ mount }) => mount(), again);
  }
  drop('tabs', 'session');
  const lastMessage = kept<string>('message', 'session');
  drop('message', 'session');
  openLogin({ message: lastMessage, onWarm: () => void loadApp().catch(() => undefined), onIn: show });
}

/**
 * A console is one person's: when its session ends or becomes another's, the page reloads and keeps nothing of that
 * user.
 */
function followSession(): void {
  let account = session.tokens()?.account;
  let inside = session.tokens() !== null;
  session.onChange((elsewhere) => {
    const now = session.tokens();
    const was = { account, inside };
    [account, inside] = [now?.account, now !== null];
    if (was.inside && !now) {
      if (!session.left()) keep('message', say(loginWords.expired), 'session');
      location.replace(session.left() ? '/login' : sentBackLater('/login', location.pathname, location.search));
    } else if (elsewhere && (!was.inside || was.account !== account)) location.reload();
  });
}

function followLock(): void {
  session.onLocked(() => {
    if (isLocked()) return; // this window is on its way there
    markLocked();
    location.assign(sentBackLater('/lock', location.pathname, location.search));
  });
  onKept('lock', () => {
    if (isLocked() && location.pathname !== '/lock')
      location.assign(sentBackLater('/lock', location.pathname, location.search));
    // A lock that went with its session was not opened: whoever follows that is on the way to the login.
    else if (!isLocked() && session.tokens() && location.pathname === '/lock')
      location.replace(wanted(location.search));
  });
}

watchErrors();
speak(language());
followSession();
followLock();
keepFresh((held) =>
  ask(
    '/api/api-uaa/oauth/refresh/token',
    { refresh_token: held.refreshToken, grant_type: 'refresh_token' },
    { method: 'POST', quiet: true },
  ),
);
show();
watchNetwork();
keepOffline();
