/* Numbers as the raw trace has them: seven bits a byte, low ones first. */
#ifndef FORETELL_VARINT_H
#define FORETELL_VARINT_H

#include <stdint.h>
#include <string.h>

/* The most bytes that a number takes. */
enum { FT_VARINT = 10 };

static inline unsigned char *ft_put(unsigned char *p, uint64_t value)
{
    while (value >= 0x80) {
        *p++ = (unsigned char)(value | 0x80);
        value >>= 7;
    }
    *p++ = (unsigned char)value;
    return p;
}

static inline unsigned char *ft_put_signed(unsigned char *p, int64_t value)
{
    return ft_put(p, ((uint64_t)value << 1) ^ (uint64_t)(value >> 63));
}

static inline unsigned char *ft_put_text(unsigned char *p, const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    p = ft_put(p, length);
    memcpy(p, text, length);
    return p + length;
}

#endif
