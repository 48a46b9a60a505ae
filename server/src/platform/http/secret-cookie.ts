import type { Config } from '../../config/index.ts'

/**
 * A cookie that holds a secret: scripts cannot read it, and forms of foreign sites do not send it. Over https its name
 * begins with `__Host-`, which browsers accept only in an encrypted response of exactly this host, so that neither an
 * attacker on the network nor a neighbouring domain can replace it. Such a cookie must be valid for every path.
 * @param path path of the cookie without https
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
