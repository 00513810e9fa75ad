import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { paperWords, printSlip, slipTypes } from '#areas/platform/model/print-template.ts';
import type { SlipType } from '#areas/platform/model/print-template.ts';
import type { Line, Paper } from '#domain/print/layout.ts';
import { text } from '#kit/declare/text.ts';
import { ask, download } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { PaperView, printLines } from '#kit/console/paper.tsx';
import { useWords } from '#kit/console/words.ts';

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

/**
 * A slip of an order by the car park's template: seen, printed by the browser, or saved as what a slip printer takes.
 */
export default function SlipDialog({
  orderId,
  type,
  onClose,
}: {
  orderId: string;
  type: SlipType;
  onClose: () => void;
}): ReactNode {
  const { t, lang } = useWords();
  const [paper, setPaper] = useState<Paper | null>(null);
  const { data, error } = useQuery({
    queryKey: ['parkprinttemplate', 'slip', orderId, type, paper, lang],
    queryFn: ({ signal }) =>
      ask<Slip>(printSlip, { onlineOrderId: orderId, templateType: type, ...(paper ? { paper } : {}) }, { signal }),
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
    <Dialog title={t(slipTypes[type])} onClose={onClose} footer={footer}>
      {error ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <>
          <p>
            <label>
              {t(words.paper)}{' '}
              <select value={data.paper} onChange={(event) => setPaper(event.target.value as Paper)}>
                {Object.entries(paperWords).map(([name, label]) => (
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
