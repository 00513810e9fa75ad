import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Line, Paper } from '#domain/print/layout.ts';
import type { Call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, download } from './ask.ts';
import { Dialog } from './floating.tsx';
import { PaperView, printLines } from './paper.tsx';
import { useWords } from './words.ts';

const words = {
  print: text('打印', 'Print'),
  bytes: text('打印机文件', 'Printer file'),
  paper: text('纸张', 'Paper'),
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
  onClose: () => void;
};

/** A slip laid out by the server: shown, printed by the browser, or saved as the bytes a slip printer takes. */
export function SlipDialog({ title, from, input, papers, onClose }: SlipDialogProps): ReactNode {
  const { t, lang } = useWords();
  const [paper, setPaper] = useState<Paper | null>(null);
  const { data, error } = useQuery({
    queryKey: [from.name, input, paper, lang],
    staleTime: 0,
    queryFn: ({ signal }) => ask<Slip>(from, { ...input, ...(paper ? { paper } : {}) }, { signal }),
  });
  const footer = data ? (
    <>
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
