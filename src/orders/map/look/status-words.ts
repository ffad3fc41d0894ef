// The words that shops use for the state of an order.
import { wordSet } from './word-lists.ts';
import { byWord, meaningOf, unaccented, wordsOf } from './words.ts';

/** What the service calls it, for the words that shops use for the state of an order. Other words are asked for. */
export type OrderStatus = 'Shipped' | 'Created' | 'Cancelled';

const STATUS: Readonly<Record<OrderStatus, string>> = {
  Shipped:
    'shipped fulfilled erledigt complete completed closed delivered done sent dispatched versendet versandt geliefert ausgeliefert abgeschlossen zugestellt expedie expediee livre livree termine terminee envoye envoyee enviado enviada entregado entregada completado completada finalizado entregue concluido concluida finalizada despachado verzonden afgerond spedito consegnato evaso wyslane wyslano zrealizowane dostarczone selesai 発送済み 出荷済み 完了',
  Created:
    'created new open pending processing unfulfilled unshipped placed accepted paid preparing confirmed hold offen neu bearbeitung bezahlt wartend angenommen bestatigt nouvelle nouveau attente preparation cours payee paye confirmee nuevo nueva pendiente proceso procesando pagado preparando confirmado novo nova neue separacao wartet zuruckgestellt authorized awaiting backorder pendente processando processamento pago preparacao abierto aberto nieuw diproses verwerking behandeling realizacji przygotowaniu afwachting nuovo attesa lavorazione nowe oczekuje oplacone 未発送 新規 処理中 入金待ち',
  Cancelled:
    'cancelled canceled void voided storniert abgebrochen annule annulee cancelado cancelada anulado anulada storno dibatalkan geannuleerd annullato anulowane キャンセル',
};

const STATUS_OF = new Map(byWord(STATUS));

/** How many units of such an order have left is nobody's to guess. */
const PARTLY = wordSet(
  'partial partially partly teilweise parcial parcialmente partiel partiellement deels gedeeltelijk parziale parzialmente czesciowo',
);

/** The meaning that a status word probably has; undefined for an unknown one. It is proposed, never taken for granted. */
export function statusMeant(word: string, hasUnits = false): OrderStatus | undefined {
  const whole = STATUS_OF.get(unaccented(word).toLowerCase());
  if (whole) return whole;
  const parts = wordsOf(word);
  // With columns for the units, `not completely` says enough.
  if (parts.some((part) => PARTLY.has(part))) return hasUnits ? 'Created' : undefined;
  const meant = new Set(parts.flatMap((part) => STATUS_OF.get(part) ?? []));
  const isNot = /\b(not|un|nicht|non|no|nao|niet|nie|to be)\b/.test(unaccented(word).toLowerCase());
  if (meant.has('Cancelled')) return isNot ? undefined : 'Cancelled';
  if (meant.has('Created')) return 'Created';
  if (!meant.has('Shipped')) return undefined;
  if (isNot) return 'Created';
  // A payment that is complete says nothing of the parcel.
  const { concepts } = meaningOf(word);
  return concepts.has('payment') || concepts.has('refund') ? undefined : 'Shipped';
}
