// One complaint of a 422, as the service writes it. Alone in its file: the types of the importable sandbox name it, and
// must compile where zod is not installed.

export interface FieldError {
  /** Field path as the service writes it, for example `orders[3].items[0].sku`. */
  readonly field: string;
  readonly code: string;
}
