import { useState } from 'react';
import type { ReactNode } from 'react';
import { parseFen } from '#domain/money/fen.ts';
import { showPlate } from '#domain/plate/plate.ts';
import { act, cashRefused } from '../state.ts';
import type { Result } from '../state.ts';
import { lotOf, priceOf } from '../street.ts';
import type { Ended } from '../street.ts';
import type { KerbPrice } from '#domain/berth/price.ts';
import type { Paper } from '../paper.ts';
import { words } from '../words.ts';
import { PaperView, PrintPaper } from './paper.tsx';
import { Button, clockTime, useApp, useSay, yuan, zoneOf } from './parts.tsx';
import type { At, Receipt } from './parts.tsx';

/** The sum to collect: the server's for this end where it is known, else the one priced here. */
function dueOf(result: Result | undefined, price: KerbPrice | null): number | null {
  if (typeof result?.owedFen === 'number') return result.owedFen;
  return price?.totalFen ?? null;
}

/** The receipt, printed by itself where the car park wants it so. */
function Slip({ receipt, at }: { readonly receipt: Receipt; readonly at: At }): ReactNode {
  const say = useSay();
  const { snapshot, berth } = at;
  const { ended, amountFen, tenderedFen, seq } = receipt;
  const lot = lotOf(snapshot, berth.sectionId);
  const paper: Paper = {
    title: lot?.parkName ?? '',
    kind: say(words.receipt),
    rows: [
      [say(words.berth), berth.berthNo],
      [say(words.plate), showPlate(ended.car.plate)],
      [say(words.from), clockTime(ended.car.from, lot?.zone)],
      [say(words.to), clockTime(ended.to, lot?.zone)],
      [say(words.due), yuan(amountFen)],
      [say(words.tendered), yuan(tenderedFen)],
      [say(words.change), yuan(tenderedFen - amountFen)],
      [say(words.collector), snapshot.person.name],
      [say(words.number), `${snapshot.device.deviceName}-${seq}`],
      ...(lot?.servicePhone ? [[say(words.complaint), lot.servicePhone] as const] : []),
    ],
    code: null,
    note: null,
  };
  return (
    <>
      <PaperView paper={paper} />
      <PrintPaper paper={paper} byItself={lot?.settings?.slip === true} />
    </>
  );
}

function Form(props: {
  readonly at: At;
  readonly ended: Ended;
  readonly onPaid: (receipt: Receipt) => void;
}): ReactNode {
  const { at, ended, onPaid } = props;
  const say = useSay();
  const { results } = useApp();
  const [given, setGiven] = useState('');
  const [busy, setBusy] = useState(false);
  const price = priceOf(at.snapshot, at.berth.sectionId, ended.car, ended.to);
  const due = dueOf(results[ended.seq], price);
  if (due === null) return <p>{say(words.priceOnline)}</p>;
  if (due === 0) return <p>{say(price?.tariff === null ? words.noTariff : words.nothingDue)}</p>;
  const refused = cashRefused(lotOf(at.snapshot, at.berth.sectionId), due);
  const tenderedFen = given === '' ? due : (parseFen(given) ?? 0);
  const { plate, from, colour } = ended.car;
  const collect = async (): Promise<void> => {
    setBusy(true);
    const seq = await act('cash', {
      berthId: at.berth.id,
      berthNo: at.berth.berthNo,
      plate,
      amountFen: due,
      tenderedFen,
      ...(price ? { price: { from, to: ended.to, hash: price.hash, colour } } : {}),
    });
    onPaid({ ended, amountFen: due, tenderedFen, seq });
  };
  return (
    <>
      <p className="sum">
        {say(words.due)} <b>{yuan(due)}</b>
      </p>
      <label>
        {say(words.tendered)}
        <input
          name="tendered"
          inputMode="decimal"
          placeholder={yuan(due)}
          value={given}
          onChange={(event) => setGiven(event.target.value)}
        />
      </label>
      <p>{tenderedFen < due ? say(words.tooLittle) : `${say(words.change)} ${yuan(tenderedFen - due)}`}</p>
      {refused ? (
        <p role="alert">{say(refused)}</p>
      ) : (
        <Button kind="main" disabled={busy || tenderedFen < due} onPress={() => void collect()}>
          {say(words.collect)}
        </Button>
      )}
    </>
  );
}

/** The stay that was ended here: its sum, the cash, and the receipt. */
export function Collect({ snapshot, berth }: At): ReactNode {
  const say = useSay();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const at = { snapshot, berth };
  if (receipt)
    return (
      <>
        <Slip receipt={receipt} at={at} />
        <Button onPress={() => setReceipt(null)}>{say(words.done)}</Button>
      </>
    );
  const { ended } = berth;
  if (!ended) return null;
  return (
    <section className="collect">
      <p className="plate-shown">{showPlate(ended.car.plate)}</p>
      <p>
        {clockTime(ended.car.from, zoneOf(at))} – {clockTime(ended.to, zoneOf(at))}
      </p>
      <Form key={ended.seq} at={at} ended={ended} onPaid={setReceipt} />
    </section>
  );
}
