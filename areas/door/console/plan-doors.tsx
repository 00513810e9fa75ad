/** Doors on their floor, each by how it stands. */
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { PlanFrame } from '#kit/console/plan-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { doorStates, doorTones } from '../model/door-plan.ts';
import { gateModes } from '../model/words.ts';
import type { LiveDoor, LiveDoors } from './doors-live.ts';

const words = {
  plan: text('{floor}平面图：{n} 扇门', 'Plan of {floor}: {n} doors'),
};

/** Colour alone is not enough: each state has a sign of its own. */
export const SIGNS: Readonly<Record<LiveDoor['state'], string>> = {
  closed: '■',
  open: '□',
  forced: '!',
  held: '…',
  offline: '×',
  unknown: '?',
};

function Door({
  door,
  size,
  picked,
  onPick,
}: {
  door: LiveDoor;
  size: number;
  picked: boolean;
  onPick: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  const { id, gateName, state, mode } = door;
  const [x, y] = [door.x ?? 0, door.y ?? 0];
  const label = [gateName, t(doorStates[state]), ...(mode === 'normal' ? [] : [t(gateModes[mode])])].join(' · ');
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
      style={{ '--size': `${size}px` } as CSSProperties}
      className={`dp-door ${doorTones[state]}`}
      onClick={() => onPick(id)}
      onKeyDown={byKey}
    >
      <title>{label}</title>
      <circle cx={x} cy={y} r={size} />
      <text className="sign" x={x} y={y + size * 0.45} fontSize={size * 1.3}>
        {SIGNS[state]}
      </text>
      <text x={x} y={y + size * 2.7} fontSize={size * 1.1}>
        {gateName}
      </text>
    </g>
  );
}

export function DoorsOnPlan({
  floor,
  doors,
  picked,
  onPick,
  onPlace,
}: {
  floor: NonNullable<LiveDoors['floor']>;
  doors: readonly LiveDoor[];
  picked: string | null;
  onPick: (id: string) => void;
  /** While a door is being placed. */
  onPlace?: (x: number, y: number) => void;
}): ReactNode {
  const { t } = useWords();
  const here = doors.filter(({ buildingId, x, y }) => buildingId === floor.id && x !== null && y !== null);
  const size = Math.max(0.6, Math.max(floor.width, floor.height) / 45);
  return (
    <PlanFrame
      floor={floor}
      label={t(fill(words.plan, { floor: floor.buildingName, n: String(here.length) }))}
      {...(onPlace ? { onPress: onPlace } : {})}
    >
      {here.map((door) => (
        <Door key={door.id} door={door} size={size} picked={picked === door.id} onPick={onPick} />
      ))}
    </PlanFrame>
  );
}
