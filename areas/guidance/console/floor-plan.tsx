/** A floor drawn from its own data: the picture underneath, spaces by their state, lifts and exits. */
import type { KeyboardEvent, ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { PlanFrame } from '#kit/console/plan-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { spaceKinds, spaceStates, spaceTones } from '../model/words.ts';
import type { LiveFloor, LiveSpace } from './live.ts';

const words = {
  plan: text(
    '{floor}平面图：空闲 {free}，占用 {taken}，不明 {unknown}，停用 {closed}',
    'Plan of {floor}: {free} free, {taken} taken, {unknown} unknown, {closed} closed',
  ),
};

/** Colour alone is not enough: each state has its own symbol, and each restricted kind of space its letter. */
const SIGNS: Readonly<Record<LiveSpace['state'], string>> = { free: '', taken: '■', unknown: '?', closed: '×' };
const KIND_SIGNS: Readonly<Record<LiveSpace['kind'], string>> = {
  normal: '',
  charging: '⚡',
  disabled: '♿',
  short: 'S',
  fixed: 'F',
};

function Space({
  space,
  picked,
  onPick,
}: {
  space: LiveSpace;
  picked: boolean;
  onPick: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  const { id, spaceNo, state, kind } = space;
  const [x, y, w, h] = [space.x ?? 0, space.y ?? 0, space.w ?? 2.5, space.h ?? 5];
  const label = `${spaceNo} ${t(spaceKinds[kind])} ${t(spaceStates[state])}`;
  const byKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPick(id);
  };
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={picked}
      className={`gd-space ${spaceTones[state]}`}
      transform={`rotate(${space.angle ?? 0} ${x + w / 2} ${y + h / 2})`}
      onClick={() => onPick(id)}
      onKeyDown={byKey}
    >
      <title>{label}</title>
      <rect x={x} y={y} width={w} height={h} rx={0.3} />
      <text x={x + w / 2} y={y + 1.3}>
        {spaceNo.split('-').at(-1)}
      </text>
      <text className="sign" x={x + w / 2} y={y + h / 2 + 0.9}>
        {state === 'free' ? KIND_SIGNS[kind] : SIGNS[state]}
      </text>
    </g>
  );
}

export function FloorPlan({
  floor,
  picked,
  onPick,
}: {
  floor: LiveFloor;
  picked: string | null;
  onPick: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  const drawn = floor.spaces.filter(({ x, y }) => x !== null && y !== null);
  return (
    <PlanFrame floor={floor.floor} label={t(fill(words.plan, { floor: floor.floor.buildingName, ...floor.counts }))}>
      {drawn.map((space) => (
        <Space key={space.id} space={space} picked={picked === space.id} onPick={onPick} />
      ))}
    </PlanFrame>
  );
}
