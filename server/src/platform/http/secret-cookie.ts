import type { Config } from '../../config/index.ts'

/**
 * How a secret travels in a cookie: no script reads it, no foreign site's form sends it. Over https its name begins with
 * `__Host-`, which browsers take from an encrypted answer of this very host alone: neither somebody on the line nor a
 * neighbouring domain can put one of their own in its place. Such a cookie has to be good for every path.
 * @param path that it is for where there is no https
 */
export function secretCookie({ publicUrl }: Pick<Config, 'publicUrl'>, name: string, path: string) {
  const isSecure = publicUrl.startsWith('https:')
  return {
    name: isSecure ? `__Host-${name}` : name,
    attributes: {
      path: isSecure ? '/' : path,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    },
  } as const
}
