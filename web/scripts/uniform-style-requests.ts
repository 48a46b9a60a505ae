import type { Plugin } from 'vite'

const crossOrigin = 'link.crossOrigin = "";'

/**
 * Lets dynamic imports request styles in the mode in which the router preloads them. Otherwise a browser that does both
 * at the same time downloads a style twice and warns in the console.
 */
export function uniformStyleRequests(): Plugin {
  return {
    name: 'uniform-style-requests',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null
      if (!code.includes(crossOrigin)) throw new Error('The preload helper of vite has changed.')
      return { code: code.replace(crossOrigin, `if (!isCss) ${crossOrigin}`), map: null }
    },
  }
}
