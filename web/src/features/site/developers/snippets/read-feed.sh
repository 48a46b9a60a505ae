curl -G https://public-url.invalid/api/purchases/feed \
  -H 'Authorization: Bearer YOUR_KEY' \
  -d limit=100 \
  -d after=
