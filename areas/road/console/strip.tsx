import type { ReactNode } from 'react';
import { duration } from '#kit/declare/format.ts';
import { useWords } from '#kit/console/words.ts';
import { berthStates, berthTones } from '../model/words.ts';
import type { StripBerth } from './berths.ts';
import './road.css';

type Props = { berths: readonly StripBerth[]; label: string; onOpen: (berth: StripBerth) => void };

/**
 * Berths in street order as they lie along the kerb: state by colour and word, how long it has lasted, and whose car it
 * is.
 */
export function Strip({ berths, label, onOpen }: Props): ReactNode {
  const { t, lang } = useWords();
  return (
    <ol className="rd-strip" aria-label={label}>
      {berths.map((berth) => {
        const { id, berthNo, state, plate, minutes } = berth;
        const long = minutes === null || state === 'closed' ? '' : duration(minutes * 60, lang);
        return (
          <li key={id}>
            <button type="button" className={berthTones[state]} onClick={() => onOpen(berth)}>
              <b>{berthNo}</b>
              <span>{plate ?? t(berthStates[state])}</span>
              <small>{long}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
