// csv-spectrum comes without types.
declare module 'csv-spectrum' {
  const spectrum: (
    done: (
      error: Error | null,
      items: readonly { readonly name: string; readonly csv: Buffer; readonly json: Buffer }[],
    ) => void,
  ) => void;
  export default spectrum;
}
