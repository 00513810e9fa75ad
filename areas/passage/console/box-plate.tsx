import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fuzzyCandidates } from '#domain/plate/distance.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { useLater } from '#kit/console/later.ts';
import type { Paged } from '#kit/console/listing.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { boxPick } from '../model/box-calls.ts';
import { carInside } from '../model/car-inside.ts';
import type { BoxLane, Candidate, Car } from './box-board.ts';
import { SubmitFooter, Problem, useSubmission } from './submission.tsx';
import { Picture } from './pictures.tsx';
import { PlatePad } from './plate-pad.tsx';

const words = {
  title: text('确认车辆', 'Confirm vehicle'),
  here: text('车道图片', 'Lane picture'),
  entry: text('入场图片', 'Entry picture'),
  right: text('正确车牌', 'Correct plate'),
  among: text('场内相似车辆', 'Similar vehicles inside'),
  none: text('场内没有相似车辆', 'No similar vehicles inside'),
  hint: text(
    '↓ 选择车辆，Enter 确认；直接按 Enter 则以输入的车牌处理',
    '↓ selects a vehicle, Enter confirms; Enter alone uses the plate as typed',
  ),
  ok: text('以此车牌处理', 'Use this plate'),
  done: text('已确认车辆', 'Vehicle confirmed'),
};

/** Cars inside a text may mean: those the lane asks about first, then the nearest to what is typed. */
function useSimilar(parkId: string, suggested: readonly Candidate[], typed: string): Candidate[] {
  const part = useLater(typed.replace(/^[^0-9A-Z]/, '').slice(-4), 200);
  const { data } = useQuery({
    queryKey: [carInside.name, 'similar', parkId, part],
    enabled: part.length >= 3,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const path = listPaths(carInside)[0]!;
      const parts = [...new Set([part, part.slice(0, 3), part.slice(-3)])];
      const found = await Promise.all(
        parts.map((plateNumber) => ask<Paged>(path, { parkId, plateNumber, size: 50 }, { signal, quiet: true })),
      );
      return found.flatMap(({ records }) =>
        records.map((row): Candidate => ({
          stayId: row.id,
          plateNumber: String(row['plateNumber'] ?? ''),
          inTime: row['inTime'] as string | null,
          inPicture: row['inPicture'] as string | null,
        })),
      );
    },
  });
  const known = new Set(suggested.map(({ stayId }) => stayId));
  const others = [
    ...new Map((data ?? []).filter(({ stayId }) => !known.has(stayId)).map((each) => [each.stayId, each])).values(),
  ];
  const near = fuzzyCandidates(
    typed,
    others.map(({ plateNumber }) => plateNumber),
  ).candidates.map(({ plate }) => plate);
  const rank = (each: Candidate) =>
    each.plateNumber === typed ? -1 : near.includes(each.plateNumber) ? near.indexOf(each.plateNumber) : near.length;
  return [...suggested, ...others.sort((a, b) => rank(a) - rank(b))].slice(0, 6);
}

function Choices({
  found,
  onLook,
  onPick,
}: {
  found: readonly Candidate[];
  onLook: (candidate: Candidate) => void;
  onPick: (candidate: Candidate) => void;
}): ReactNode {
  const { t } = useWords();
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next =
      event.key === 'ArrowDown'
        ? event.currentTarget.parentElement?.nextElementSibling
        : event.key === 'ArrowUp'
          ? event.currentTarget.parentElement?.previousElementSibling
          : null;
    if (!next) return;
    event.preventDefault();
    next.querySelector('button')?.focus();
  };
  if (found.length === 0) return <p className="gh-dim">{t(words.none)}</p>;
  return (
    <ul className="bx-choices" aria-label={t(words.among)}>
      {found.map((each) => (
        <li key={each.stayId}>
          <button
            type="button"
            className="gh-btn"
            onFocus={() => onLook(each)}
            onMouseEnter={() => onLook(each)}
            onKeyDown={step}
            onClick={() => onPick(each)}
          >
            <b>{each.plateNumber}</b>
            <span>{each.inTime ? wallTime(each.inTime, zone()) : ''}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The car at the lane beside the entry that may be its own. */
function Pictures({ car, shown }: { car: Car; shown: NonNullable<Car['stay']> | Candidate | null }): ReactNode {
  const { t } = useWords();
  return (
    <div className="ps-pictures">
      <Picture address={car.picture} label={t(words.here)} note={wallTime(car.time, zone())} />
      <Picture
        address={shown?.inPicture ?? null}
        label={t(words.entry)}
        note={shown ? `${shown.plateNumber} · ${shown.inTime ? wallTime(shown.inTime, zone()) : ''}` : null}
      />
    </div>
  );
}

/**
 * A plate put right at the lane: both pictures in view, the cars inside that may be meant below, all by the keyboard.
 */
export function PlateDialog({
  lane,
  car,
  parkId,
  onClose,
  onDone,
}: {
  lane: BoxLane;
  car: Car;
  parkId: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const submission = useSubmission({ onClose, onDone });
  const [plate, setPlate] = useState(car.plateNumber);
  const [looked, setLooked] = useState<Candidate | null>(null);
  const found = useSimilar(parkId, car.candidates, plate);
  const shown = looked ?? found[0] ?? (car.stay ? { ...car.stay } : null);
  const run = (what: Record<string, unknown>) => {
    if (!submission.busy)
      void submission.run(async (key) => {
        await ask(boxPick, { gateId: lane.gateId, passing: car.passing, ...what }, { key, quiet: true });
        return t(words.done);
      });
  };
  const ready = plate.length >= 6;
  const typedIn = () => {
    if (ready) run({ plateNumber: plate });
  };
  const down = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>('.bx-choices button')?.focus();
  };
  return (
    <Dialog
      title={`${t(words.title)} · ${lane.gateName}`}
      className="wide ps-correct"
      onClose={onClose}
      footer={<SubmitFooter ok={t(words.ok)} ready={ready} busy={submission.busy} onOk={typedIn} onClose={onClose} />}
    >
      <div ref={body} onKeyDown={down} role="presentation">
        <Pictures car={car} shown={shown} />
        <label htmlFor={id} className="gh-dim">
          {t(words.right)}
        </label>
        <PlatePad
          id={id}
          value={plate}
          onChange={(value) => {
            setPlate(value);
            setLooked(null);
          }}
          onEnter={typedIn}
        />
        <p className="gh-dim">{t(words.hint)}</p>
        {lane.direction === 'exit' ? (
          <Choices found={found} onLook={setLooked} onPick={({ stayId }) => run({ stayId })} />
        ) : null}
        <Problem message={submission.problem} />
      </div>
    </Dialog>
  );
}
