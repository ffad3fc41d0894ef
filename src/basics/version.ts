// The version of this build, set from package.json by the build. When the source runs unbuilt, a development version.

declare const RETURNS_VERSION: string | undefined;

export const VERSION: string = typeof RETURNS_VERSION === 'undefined' ? '0.0.0-source' : RETURNS_VERSION;

/** The User-Agent header of requests to the service. */
export const USER_AGENT = `returns-cli/${VERSION}`;
