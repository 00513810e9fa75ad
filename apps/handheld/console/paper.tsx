import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { create } from 'qrcode';
import { escpos } from '#domain/print/escpos.ts';
import { linesOf } from '../paper.ts';
import type { Paper } from '../paper.ts';
import { bluetoothHere, choosePrinter, PrinterFault } from '../printer.ts';
import { current, put } from '../state.ts';
import { words } from '../words.ts';
import { Button, useApp, useSay } from './parts.tsx';

/** A code as one path of squares, sharp on paper of any width. */
function Code({ address, label }: { readonly address: string; readonly label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { modules } = create(address, { errorCorrectionLevel: 'M' });
    const dark = [...modules.data.keys()].filter((nth) => modules.data[nth]);
    return {
      size: modules.size,
      path: dark.map((nth) => `M${nth % modules.size} ${Math.floor(nth / modules.size)}h1v1h-1z`).join(''),
    };
  }, [address]);
  return (
    <svg className="code" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

/** Paper as it is seen here and by the print dialog. */
export function PaperView({ paper }: { readonly paper: Paper }): ReactNode {
  const { title, kind, rows, code, note } = paper;
  return (
    <section className="slip">
      <h2>
        {title} {kind}
      </h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="note">{note}</p> : null}
      {code ? (
        <>
          <Code address={code.address} label={code.use} />
          <p className="use">{code.use}</p>
        </>
      ) : null}
    </section>
  );
}

type Outcome = { readonly failed: boolean; readonly words: string };

/** Prints on the printer of this session, which is chosen at the first press. */
function usePrinting(paper: Paper): { run: (anew: boolean) => Promise<void>; outcome: Outcome | null; busy: boolean } {
  const say = useSay();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (anew: boolean): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      const printer = (anew ? null : current().printer) ?? (await choosePrinter(bluetoothHere()!));
      if (!printer) return;
      put({ printer });
      await printer.print(escpos(linesOf(paper)));
      setOutcome({ failed: false, words: say(words.printed) });
    } catch (error) {
      setOutcome({ failed: true, words: error instanceof PrinterFault ? say(error.words) : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return { run, outcome, busy };
}

/**
 * The ways to print, and what became of it. `byItself`: once without a press, where no printer has to be chosen for it.
 */
export function PrintPaper(props: { readonly paper: Paper; readonly byItself?: boolean }): ReactNode {
  const { paper, byItself = false } = props;
  const say = useSay();
  const { printer } = useApp();
  const { run, outcome, busy } = usePrinting(paper);
  const bluetooth = bluetoothHere() !== null;
  useEffect(() => {
    if (!byItself) return;
    if (current().printer) void run(false);
    else print();
    // Once for this paper, whatever is drawn anew meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [byItself]);
  return (
    <>
      {outcome ? <p role={outcome.failed ? 'alert' : 'status'}>{outcome.words}</p> : null}
      <div className="row">
        {bluetooth ? (
          <Button kind="main" disabled={busy} onPress={() => void run(false)}>
            {say(words.print)}
          </Button>
        ) : null}
        {bluetooth && printer ? (
          <Button disabled={busy} onPress={() => void run(true)}>
            {say(words.otherPrinter, { name: printer.name })}
          </Button>
        ) : null}
        <Button kind={bluetooth ? 'plain' : 'main'} onPress={() => print()}>
          {say(bluetooth ? words.printDialog : words.print)}
        </Button>
      </div>
    </>
  );
}
