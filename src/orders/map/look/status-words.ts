// The words that shops use for the state of an order.
import { FILLERS, wordSet } from './word-lists.ts';
import { byWord, conceptsIn, meaningOf, meansOf, unaccented, wordsOf } from './words.ts';

/** What the service calls it, for the words that shops use for the state of an order. Other words are asked for. */
export type OrderStatus = 'Shipped' | 'Created' | 'Cancelled';

const STATUS: Readonly<Record<OrderStatus, string>> = {
  Shipped:
    'shipped fulfilled erledigt complete completed closed delivered done sent dispatched versendet versandt geliefert ausgeliefert abgeschlossen zugestellt expedie expediee livre livree termine terminee envoye envoyee enviado enviada entregado entregada completado completada finalizado entregue concluido concluida finalizada despachado verzonden afgerond spedito consegnato evaso wyslane wyslano zrealizowane dostarczone skickad levererad slutford selesai 発送済み 出荷済み 完了',
  Created:
    'created new open pending processing unfulfilled unshipped placed accepted paid preparing confirmed hold offen neu bearbeitung bezahlt wartend angenommen bestatigt nouvelle nouveau attente preparation cours payee paye confirmee nuevo nueva pendiente proceso procesando pagado preparando confirmado novo nova neue separacao wartet zuruckgestellt authorized awaiting backorder pendente processando processamento pago preparacao abierto aberto nieuw diproses verwerking behandeling realizacji przygotowaniu afwachting nuovo attesa lavorazione nowe oczekuje oplacone mottagen behandlas betald 未発送 新規 処理中 入金待ち',
  Cancelled:
    'cancelled canceled void voided storniert abgebrochen annule annulee cancelado cancelada anulado anulada storno dibatalkan geannuleerd annullato anulowane avbruten annullerad キャンセル',
};

const STATUS_OF = new Map(byWord(STATUS));

/** How many units of such an order have left is nobody's to guess. */
const PARTLY = wordSet(
  'partial partially partly teilweise parcial parcialmente partiel partiellement deels gedeeltelijk parziale parzialmente czesciowo',
);

/** Of a word that says what has not happened. */
const NOT = wordSet('be not un non never nicht no nao sin sem niet geen nie kein noch pas nondum');
const WHOLE = wordSet('fully completely vollstandig komplett entierement totalmente completamente volledig');
/** What may stand beside a word that says that an order has shipped. */
const OF_ORDER = conceptsIn('order ship line item product status');

/** The meaning that a status word probably has; undefined for an unknown one. It is proposed, never taken for granted. */
export function statusMeant(word: string, hasUnits = false): OrderStatus | undefined {
  const whole = STATUS_OF.get(unaccented(word).toLowerCase());
  if (whole) return whole;
  const parts = wordsOf(word);
  // With columns for the units, `not completely` says enough.
  if (parts.some((part) => PARTLY.has(part))) return hasUnits ? 'Created' : undefined;
  const meant = new Set(parts.flatMap((part) => STATUS_OF.get(part) ?? []));
  const isNot = parts.some((part) => NOT.has(part)) || /未|まだ/.test(word);
  if (meant.has('Cancelled')) return isNot ? undefined : 'Cancelled';
  if (meant.has('Created')) return 'Created';
  if (!meant.has('Shipped')) return undefined;
  if (isNot) return 'Created';
  // Whoever takes goods for shipped that are not refunds them: every word must be known. A payment that is complete says nothing
  // of the parcel.
  const isKnown = (part: string) =>
    STATUS_OF.has(part) || WHOLE.has(part) || FILLERS.has(part) || /^\d+$/.test(part);
  const { concepts } = meaningOf(word);
  const isOfOrder = [...concepts].every((concept) => OF_ORDER.includes(concept));
  // What stands in brackets is who carries it.
  const isWhole = wordsOf(word.replace(/\(.*\)/, '')).every(
    (part) => isKnown(part) || meansOf(meaningOf(part), OF_ORDER),
  );
  return isOfOrder && isWhole ? 'Shipped' : undefined;
}
