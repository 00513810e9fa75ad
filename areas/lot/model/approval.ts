import { select } from '#kit/declare/field.ts';
import { passing, state } from '#kit/declare/lifecycle.ts';
import { text } from '#kit/declare/text.ts';

const words = { pending: text('待审核', 'Pending'), approved: text('已审核', 'Approved') };

/** What villages and areas are until somebody approved them, and after. */
export const approvalStatus = select(text('状态', 'Status'), words, {
  readOnly: true,
  search: true,
  tones: { pending: 'warn', approved: 'ok' },
});

const successExamine = passing('pending', 'approved', {
  label: text('审核通过', 'Approve'),
  batch: true,
  wire: { method: 'POST', path: '/api/updown/baseVillage/successExamine', key: 'vid' },
});

export const approval = {
  initial: 'pending',
  states: { pending: state(words.pending, 'warn'), approved: state(words.approved, 'ok') },
  final: ['approved'],
  actions: { successExamine },
};
