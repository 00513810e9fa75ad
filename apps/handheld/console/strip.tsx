import type { ReactNode } from 'react';
import { showPlate } from '#domain/plate/plate.ts';
import { now } from '../clock.ts';
import { current } from '../state.ts';
import { priceOf, roundOf } from '../street.ts';
import type { Berth } from '../street.ts';
import { words } from '../words.ts';
import { useApp, useSay, yuan } from './parts.tsx';

const states = { free: words.free, occupied: words.occupied, unknown: words.unknown, closed: words.closed } as const;
type Known = keyof typeof states;

function Line({ berth, onOpen }: { readonly berth: Berth; readonly onOpen: (id: string) => void }): ReactNode {
  const say = useSay();
  const { snapshot } = useApp();
  const at = now();
  const { car, ended, state, since } = berth;
  const price = car?.plate && snapshot ? priceOf(snapshot, berth.sectionId, car, at) : null;
  const minutes = since === null ? null : Math.max(0, Math.floor((at - since) / 60_000));
  return (
    <li>
      <button
        type="button"
        className={`berth ${state}${car && !car.plate ? ' unread' : ''}`}
        onClick={() => onOpen(berth.id)}
      >
        <b>{berth.berthNo}</b>
        <span>
          {car?.plate
            ? showPlate(car.plate)
            : state === 'occupied'
              ? say(words.unread)
              : say(states[state as Known] ?? words.unknown)}
          {ended ? ` · ${showPlate(ended.car.plate)}` : ''}
        </span>
        <i>
          {minutes !== null && state === 'occupied' ? say(words.minutes, { n: minutes }) : ''}
          {price ? ` ${yuan(price.totalFen)}` : ''}
        </i>
      </button>
    </li>
  );
}

type Listed = { readonly berths: readonly Berth[]; readonly onOpen: (id: string) => void };

export function Strip({ berths, onOpen }: Listed): ReactNode {
  return (
    <ul className="strip">
      {berths.map((berth) => (
        <Line key={berth.id} berth={berth} onOpen={onOpen} />
      ))}
    </ul>
  );
}

/** Cars without a plate, the one to walk to first on top. */
export function NextBerth({ berths, onOpen }: Listed): ReactNode {
  const say = useSay();
  const { snapshot, lastBerth } = current();
  const order = snapshot ? roundOf(snapshot, berths, lastBerth, now()) : [];
  return order.length === 0 ? (
    <p className="hint">{say(words.nothingToRead)}</p>
  ) : (
    <Strip berths={order} onOpen={onOpen} />
  );
}
