import { useState } from 'react';
import type { ReactNode } from 'react';
import { act } from '../state.ts';
import type { Berth } from '../street.ts';
import { words } from '../words.ts';
import { Button, useSay } from './parts.tsx';

type Seen = 'present' | 'absent';
/** The most berths in one journal entry. */
const MOST = 100;

export function Patrol({ berths }: { readonly berths: readonly Berth[] }): ReactNode {
  const say = useSay();
  const [seen, setSeen] = useState<Readonly<Record<string, Seen>>>({});
  const shown = Object.entries(seen).slice(0, MOST);
  const save = async (): Promise<void> => {
    await act('patrol', { seen: shown.map(([berthId, claim]) => ({ berthId, claim })) });
    setSeen({});
  };
  return (
    <>
      <p className="hint">{say(words.sweepHelp)}</p>
      <ul className="sweep">
        {berths
          .filter(({ state }) => state !== 'closed')
          .map(({ id, berthNo }) => (
            <li key={id}>
              <b>{berthNo}</b>
              {(['present', 'absent'] as const).map((claim) => (
                <Button key={claim} pressed={seen[id] === claim} onPress={() => setSeen({ ...seen, [id]: claim })}>
                  {say(claim === 'present' ? words.there : words.gone)}
                </Button>
              ))}
            </li>
          ))}
      </ul>
      <div className="foot">
        <Button kind="main" disabled={shown.length === 0} onPress={() => void save()}>
          {say(words.saveSweep, { count: shown.length })}
        </Button>
      </div>
    </>
  );
}
