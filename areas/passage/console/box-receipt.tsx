import type { ReactNode } from 'react';
import { commandOutcome } from '#areas/device/model/calls.ts';
import { paperWords, printSlip, sendSlip, slipPrinters } from '#areas/platform/model/print-template.ts';
import { slipTypes } from '#areas/platform/model/slip-kinds.ts';
import { SlipDialog } from '#kit/console/slip-dialog.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Printable } from './box-board.ts';

/** The receipt of a car that has paid, or the ticket of one that came in, by the car park's template. */
export default function BoxReceipt({ of, onClose }: { of: Printable; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const input: Readonly<Record<string, string>> =
    of.slip === 'entry'
      ? { recordId: of.stayId, templateType: 'entry' }
      : { onlineOrderId: of.orderId, templateType: 'receipt' };
  return (
    <SlipDialog
      title={t(slipTypes[of.slip])}
      from={printSlip}
      input={input}
      papers={paperWords}
      printers={{ list: slipPrinters, send: sendSlip, outcome: commandOutcome }}
      onClose={onClose}
    />
  );
}
