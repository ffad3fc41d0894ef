// The words of a status: sent, not yet sent, cancelled, sent in part.
export const WORDS = {
  en: 'shipped|processing|cancelled|partially shipped',
  EN: 'SHIPPED|OPEN|CANCELLED|PARTIALLY_SHIPPED',
  de: 'versendet|offen|storniert|teilweise versendet',
  fr: 'expédiée|en préparation|annulée|partiellement expédiée',
  es: 'enviado|pendiente|cancelado|parcialmente enviado',
  it: 'spedito|in lavorazione|annullato|parzialmente spedito',
  nl: 'verzonden|in behandeling|geannuleerd|gedeeltelijk verzonden',
  pl: 'wysłane|nowe|anulowane|częściowo wysłane',
  sv: 'skickad|mottagen|avbruten|delvis skickad',
  pt: 'enviado|em preparação|cancelado|parcialmente enviado',
  ja: '発送済み|処理中|キャンセル|一部発送済み',
} as const;
