import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('../pages/site/home.tsx'),
  route('*', '../pages/site/not-found.tsx'),
] satisfies RouteConfig
