import { useState } from 'react';
import type { ReactNode } from 'react';
import { showPlate } from '#domain/plate/plate.ts';
import type { Paper } from '../paper.ts';
import { lotOf } from '../street.ts';
import { words } from '../words.ts';
import { PaperView, PrintPaper } from './paper.tsx';
import { Button, clockTime, useSay } from './parts.tsx';
import type { At } from './parts.tsx';

/** The slip for the windscreen of a car that was read: since when it stands, what it costs, and the code to pay by. */
export function ParkingSlip({ snapshot, berth }: At): ReactNode {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const lot = lotOf(snapshot, berth.sectionId);
  const { car } = berth;
  if (!car || car.plate === null || !lot) return null;
  if (!open) return <Button onPress={() => setOpen(true)}>{say(words.slip)}</Button>;
  const query = new URLSearchParams({ parkId: lot.parkId, berth: berth.berthNo }).toString();
  const paper: Paper = {
    title: lot.parkName,
    kind: say(words.slip),
    rows: [
      [say(words.berth), berth.berthNo],
      [say(words.plate), showPlate(car.plate)],
      [say(words.from), clockTime(car.from, lot.zone)],
      [say(words.collector), snapshot.person.name],
      ...(lot.servicePhone ? [[say(words.complaint), lot.servicePhone] as const] : []),
    ],
    code: { address: `${location.origin}/m/pay?${query}`, use: say(words.scanToPay) },
    note: lot.feeNotice ?? null,
  };
  return (
    <>
      <PaperView paper={paper} />
      <PrintPaper paper={paper} />
      <Button onPress={() => setOpen(false)}>{say(words.closeSlip)}</Button>
    </>
  );
}
