// The version of this build, put in from package.json by the build; the source itself runs as a development version.

declare const RETURNS_VERSION: string | undefined;

export const VERSION: string = typeof RETURNS_VERSION === 'undefined' ? '0.0.0-source' : RETURNS_VERSION;

/** What we call ourselves to the service. */
export const userAgent = `returns-cli/${VERSION}`;
