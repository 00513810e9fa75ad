import type { ReactNode } from 'react';
import { commandOutcome } from '#areas/device/model/calls.ts';
import { paperWords, printSlip, sendSlip, slipPrinters, slipTypes } from '#areas/platform/model/print-template.ts';
import { SlipDialog } from '#kit/console/slip-dialog.tsx';
import { useWords } from '#kit/console/words.ts';

/** The receipt of a car that has paid, by the car park's template. */
export default function BoxReceipt({ orderId, onClose }: { orderId: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <SlipDialog
      title={t(slipTypes.receipt)}
      from={printSlip}
      input={{ onlineOrderId: orderId, templateType: 'receipt' }}
      papers={paperWords}
      printers={{ list: slipPrinters, send: sendSlip, outcome: commandOutcome }}
      onClose={onClose}
    />
  );
}
