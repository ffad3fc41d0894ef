// One error of a 422, in the service's format. In a file of its own, because the type declarations of the importable sandbox
// use it and must compile where zod is not installed.

export interface FieldError {
  /** Field path as the service writes it, for example `orders[3].items[0].sku`. */
  readonly field: string;
  readonly code: string;
}
