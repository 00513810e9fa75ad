import type { ReactNode } from 'react';
import { commandOutcome } from '#areas/device/model/calls.ts';
import { paperWords, printSlip, sendSlip, slipPrinters } from '#areas/platform/model/print-template.ts';
import { slipTypes } from '#areas/platform/model/slip-kinds.ts';
import type { SlipType } from '#areas/platform/model/slip-kinds.ts';
import { SlipDialog } from '#kit/console/slip-dialog.tsx';
import { useWords } from '#kit/console/words.ts';

/** A slip of an order by the car park's template. */
export default function OrderSlip({
  orderId,
  type,
  onClose,
}: {
  orderId: string;
  type: SlipType;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <SlipDialog
      title={t(slipTypes[type])}
      from={printSlip}
      input={{ onlineOrderId: orderId, templateType: type }}
      papers={paperWords}
      printers={{ list: slipPrinters, send: sendSlip, outcome: commandOutcome }}
      onClose={onClose}
    />
  );
}
