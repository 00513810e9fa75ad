import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Line, Paper } from '#domain/print/layout.ts';
import type { Call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, download, newKey, wordsOf } from './ask.ts';
import { Dialog } from './floating.tsx';
import { PaperView, printLines } from './paper.tsx';
import { useWords } from './words.ts';

const words = {
  print: text('打印', 'Print'),
  bytes: text('打印机文件', 'Printer file'),
  paper: text('纸张', 'Paper'),
  printer: text('小票打印机', 'Slip printer'),
  onPrinter: text('送打印机', 'To the printer'),
  printed: text('已打印', 'Printed'),
  away: text('离线', 'offline'),
};

type Slip = {
  readonly paper: Paper;
  readonly columns: number;
  readonly lines: readonly Line[];
  readonly escpos: string;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

type SlipDialogProps = {
  title: string;
  /** Returns the slip laid out: `{ paper, columns, lines, escpos }`; takes `paper` besides `input`. */
  from: Call;
  input: Readonly<Record<string, string>>;
  papers: Readonly<Record<Paper, Text>>;
  /**
   * Printers in the network of the place: `list` answers them, `send` prints on one, `outcome` waits for what came of
   * it.
   */
  printers?: { list: Call; send: Call; outcome: Call };
  onClose: () => void;
};

/** A slip laid out by the server: shown, printed by the browser, or saved as the bytes a slip printer takes. */
export function SlipDialog({ title, from, input, papers, printers, onClose }: SlipDialogProps): ReactNode {
  const { t, lang } = useWords();
  const [paper, setPaper] = useState<Paper | null>(null);
  const { data, error } = useQuery({
    queryKey: [from.name, input, paper, lang],
    staleTime: 0,
    queryFn: ({ signal }) => ask<Slip>(from, { ...input, ...(paper ? { paper } : {}) }, { signal }),
  });
  const footer = data ? (
    <>
      {printers ? <OnPrinter {...printers} input={{ ...input, ...(paper ? { paper } : {}) }} /> : null}
      <button
        type="button"
        className="gh-btn"
        onClick={() => download(new Blob([bytesOf(data.escpos)], { type: 'application/octet-stream' }), 'slip.bin')}
      >
        {t(words.bytes)}
      </button>
      <button type="button" className="gh-btn primary" onClick={() => printLines(data.lines, data.columns)}>
        {t(words.print)}
      </button>
    </>
  ) : null;
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      {error ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <>
          <p>
            <label>
              {t(words.paper)}{' '}
              <select value={data.paper} onChange={(event) => setPaper(event.target.value as Paper)}>
                {Object.entries(papers).map(([name, label]) => (
                  <option key={name} value={name}>
                    {t(label)}
                  </option>
                ))}
              </select>
            </label>
          </p>
          <PaperView lines={data.lines} columns={data.columns} />
        </>
      ) : null}
    </Dialog>
  );
}

type Printer = {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly status: string;
  readonly faultText: string | null;
};

/** Prints on a printer in the network, where there is one. */
function OnPrinter({
  list,
  send,
  outcome,
  input,
}: NonNullable<SlipDialogProps['printers']> & { input: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useWords();
  const { paper: _, ...about } = input;
  const [chosen, setChosen] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'printed' | string>('idle');
  const { data } = useQuery({
    queryKey: [list.name, about],
    queryFn: ({ signal }) => ask<readonly Printer[]>(list, about, { signal, quiet: true }),
  });
  if (!data?.length) return null;
  const deviceId = chosen ?? (data.find(({ status }) => status === 'online') ?? data[0]!).deviceId;
  const print = async () => {
    setState('busy');
    try {
      const { commandIds } = await ask<{ commandIds: string[] }>(
        send,
        { ...input, deviceId },
        { key: newKey(), quiet: true },
      );
      await ask(outcome, { commandIds }, { quiet: true });
      setState('printed');
    } catch (error) {
      setState(wordsOf(error));
    }
  };
  return (
    <>
      {state === 'idle' || state === 'busy' ? null : (
        <span role="status">{state === 'printed' ? t(words.printed) : state}</span>
      )}
      <select aria-label={t(words.printer)} value={deviceId} onChange={(event) => setChosen(event.target.value)}>
        {data.map((each) => (
          <option key={each.deviceId} value={each.deviceId}>
            {each.deviceName}
            {each.status === 'online' ? '' : ` · ${each.faultText ?? t(words.away)}`}
          </option>
        ))}
      </select>
      <button type="button" className="gh-btn" disabled={state === 'busy'} onClick={() => void print()}>
        {t(words.onPrinter)}
      </button>
    </>
  );
}
