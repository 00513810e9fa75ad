import { numberParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

export const largeRefund = numberParameter({
  key: 'refund.largeFen',
  title: text('大额退款起点（分）', 'Large refunds from (fen)'),
  help: text(
    '一次退款超过此数须有“大额退款”权限；50000 为 500 元。',
    'A refund above it needs the right to large refunds. 50000 are 500 yuan.',
  ),
  default: 50_000,
  min: 0,
  max: 10_000_000,
  byCompany: true,
});
