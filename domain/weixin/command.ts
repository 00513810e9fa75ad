/**
 * Messages of a driver to a public account about his own plates. Written on a phone: full width, small letters and
 * spare blanks are one.
 */
import { plateIdentity } from '../plate/plate.ts';

export type PlateCommand =
  /** `trade`: the number of a payment for that car, which only who paid it has. */
  | { readonly kind: 'bind'; readonly plate: string; readonly trade: string }
  | { readonly kind: 'bindHow' }
  | { readonly kind: 'unbind'; readonly plate: string }
  | { readonly kind: 'unbindAll' }
  | { readonly kind: 'plates' };

const PLATE = /^[^\s<>"'`;\\]{2,12}$/;

/** The command in a text, or null where it is none and the keyword rules answer. */
export function plateCommand(words: string): PlateCommand | null {
  const [verb = '', ...parts] = words.normalize('NFKC').trim().split(/\s+/);
  const named = verb.toLowerCase();
  if (named === '我的车牌' || named === 'plates') return parts.length === 0 ? { kind: 'plates' } : null;
  if (named === '解绑' || named === 'unbind') {
    if (parts.length === 0) return { kind: 'unbindAll' };
    return parts.length === 1 && PLATE.test(parts[0]!) ? { kind: 'unbind', plate: plateIdentity(parts[0]!) } : null;
  }
  if (named !== '绑定' && named !== 'bind') return null;
  const [plate = '', trade = ''] = parts;
  if (parts.length !== 2 || !PLATE.test(plate)) return { kind: 'bindHow' };
  return { kind: 'bind', plate: plateIdentity(plate), trade };
}
