import { StrictMode, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../app.css';
import { forgetDevice, keepGoing, put, refresh, signOff, start } from '../state.ts';
import { waitingFor } from '../tasks.ts';
import { words } from '../words.ts';
import { BerthPage } from './berth.tsx';
import { Day } from './day.tsx';
import { Journal } from './journal.tsx';
import { Button, useApp, useSay } from './parts.tsx';
import { Patrol } from './patrol.tsx';
import { Enrol, SignOn } from './sign-on.tsx';
import { Strip, NextBerth } from './strip.tsx';
import { Tasks } from './tasks.tsx';
import { mustUpgrade, Upgrade } from './upgrade.tsx';

const LANGUAGE = 'handheld-lang';
/** Each language is offered in its own words. */
const otherLanguage = { zh: 'EN', en: '中' } as const;
const tabs = ['strip', 'walk', 'patrol', 'tasks', 'day', 'journal'] as const;
type Tab = (typeof tabs)[number];

function Top(): ReactNode {
  const say = useSay();
  const { lang, online, queued, token } = useApp();
  useEffect(() => {
    document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
    document.title = say(words.title);
  }, [lang, say]);
  const turn = (): void => {
    const next = lang === 'zh' ? 'en' : 'zh';
    localStorage.setItem(LANGUAGE, next);
    put({ lang: next });
  };
  return (
    <header>
      <b>{say(words.title)}</b>
      <span role="status">
        {online ? '' : say(words.offline)} {token && queued > 0 ? say(words.waiting, { count: queued }) : ''}
      </span>
      <Button onPress={turn}>{otherLanguage[lang]}</Button>
    </header>
  );
}

/** Minutes and sums on the page grow by themselves. */
function useTicking(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
}

/** Signed on, and the server has given nothing yet: it says why, and there is a way out. */
function NotYet(): ReactNode {
  const say = useSay();
  const { message, online } = useApp();
  return (
    <main>
      <p role="alert">{message ?? (online ? '…' : say(words.needsNetwork))}</p>
      <div className="row">
        <Button kind="main" onPress={() => void refresh(true)}>
          {say(words.retry)}
        </Button>
        <Button onPress={() => void forgetDevice()}>{say(words.again)}</Button>
        <Button onPress={() => void signOff()}>{say(words.signOff)}</Button>
      </div>
    </main>
  );
}

function Work(): ReactNode {
  const say = useSay();
  const { snapshot, berths, events, online } = useApp();
  const [tab, setTab] = useState<Tab>('strip');
  const [section, setSection] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  useTicking();
  const shown = section === '' ? berths : berths.filter(({ sectionId }) => sectionId === section);
  const berth = berths.find(({ id }) => id === open);
  if (!snapshot) return <NotYet />;
  if (mustUpgrade(snapshot, online))
    return (
      <main>
        <Upgrade snapshot={snapshot} forced />
      </main>
    );
  const waiting = waitingFor(snapshot, events);
  const street = (
    <>
      <select value={section} aria-label={say(words.allSections)} onChange={(event) => setSection(event.target.value)}>
        <option value="">{say(words.allSections)}</option>
        {snapshot.sections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {snapshot.sections.length === 0 ? <p className="hint">{say(words.noSections)}</p> : null}
      {tab === 'strip' ? <Strip berths={shown} onOpen={setOpen} /> : null}
      {tab === 'walk' ? <NextBerth berths={shown} onOpen={setOpen} /> : null}
      {tab === 'patrol' ? <Patrol berths={shown} /> : null}
    </>
  );
  return (
    <>
      <main>
        {berth ? (
          <BerthPage key={berth.id} snapshot={snapshot} berth={berth} onBack={() => setOpen(null)} />
        ) : tab === 'day' ? (
          <Day />
        ) : tab === 'tasks' ? (
          <Tasks snapshot={snapshot} />
        ) : tab === 'journal' ? (
          <>
            <Upgrade snapshot={snapshot} forced={false} />
            <Journal />
          </>
        ) : (
          street
        )}
      </main>
      <nav>
        {tabs.map((each) => (
          <Button
            key={each}
            pressed={tab === each && !berth}
            onPress={() => {
              setOpen(null);
              setTab(each);
            }}
          >
            {each === 'tasks' && waiting > 0 ? say(words.tasksWaiting, { count: waiting }) : say(words[each])}
          </Button>
        ))}
      </nav>
    </>
  );
}

function App(): ReactNode {
  const { ready, token, deviceId } = useApp();
  return (
    <>
      <Top />
      {!ready ? null : !token ? <SignOn /> : !deviceId ? <Enrol /> : <Work />}
    </>
  );
}

const spoken = localStorage.getItem(LANGUAGE) ?? navigator.language;
void start(spoken.startsWith('en') ? 'en' : 'zh');
keepGoing();
void navigator.serviceWorker?.register('/h/sw.js', { scope: '/h/' });
createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
