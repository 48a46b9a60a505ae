import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Fonts and pictures stay files of their own: data: addresses would need a looser CSP.
  build: { assetsInlineLimit: 0 },
})
