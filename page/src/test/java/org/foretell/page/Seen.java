package org.foretell.page;

import java.util.List;

/**
 * How colours look to people, as points in CIELAB (D65). Colour vision deficiencies are those of
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency" (2009), at severity 1.0, applied to linear RGB; distances are CIEDE2000; contrasts
 * are those of WCAG 2.2.
 */
enum Seen {
  NORMAL,
  PROTANOPIA,
  DEUTERANOPIA,
  TRITANOPIA;

  private static final double[] TO_XYZ = {
    0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920,
    0.9503041
  };
  private static final double[] WHITE = {0.95047, 1, 1.08883};

  /** What becomes of linear RGB, row by row. */
  private double[] matrix() {
    return switch (this) {
      case NORMAL -> new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
      case PROTANOPIA ->
          new double[] {
            0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
            1.051998
          };
      case DEUTERANOPIA ->
          new double[] {
            0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
            0.968881
          };
      case TRITANOPIA ->
          new double[] {
            1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
            0.303900
          };
    };
  }

  /** L*, a*, b*. */
  record Lab(double lightness, double a, double b) {
    private double chroma() {
      return Math.hypot(a, b);
    }

    /** Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005). */
    double distance(Lab other) {
      double mean7 = Math.pow((chroma() + other.chroma()) / 2, 7);
      double stretch = 1.5 - 0.5 * Math.sqrt(mean7 / (mean7 + Math.pow(25, 7)));
      double chroma1 = Math.hypot(stretch * a, b);
      double chroma2 = Math.hypot(stretch * other.a, other.b);
      double hue1 = hue(stretch * a, b);
      double hue2 = hue(stretch * other.a, other.b);
      boolean isGrey = chroma1 * chroma2 == 0;
      double turn = isGrey ? 0 : Math.IEEEremainder(hue2 - hue1, 360);
      double hues = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(Math.toRadians(turn / 2));
      double hue = isGrey ? hue1 + hue2 : meanHue(hue1, hue2);
      double chroma = (chroma1 + chroma2) / 2;
      double level = Math.pow((lightness + other.lightness) / 2 - 50, 2);
      double weight =
          1
              - 0.17 * cosine(hue - 30)
              + 0.24 * cosine(2 * hue)
              + 0.32 * cosine(3 * hue + 6)
              - 0.20 * cosine(4 * hue - 63);
      double byLightness =
          (other.lightness - lightness) / (1 + 0.015 * level / Math.sqrt(20 + level));
      double byChroma = (chroma2 - chroma1) / (1 + 0.045 * chroma);
      double byHue = hues / (1 + 0.015 * chroma * weight);
      double chroma7 = Math.pow(chroma, 7);
      double rotation =
          -2
              * Math.sqrt(chroma7 / (chroma7 + Math.pow(25, 7)))
              * Math.sin(Math.toRadians(60 * Math.exp(-Math.pow((hue - 275) / 25, 2))));
      return Math.sqrt(
          byLightness * byLightness
              + byChroma * byChroma
              + byHue * byHue
              + rotation * byChroma * byHue);
    }

    private static double hue(double a, double b) {
      double degrees = Math.toDegrees(Math.atan2(b, a));
      return degrees < 0 ? degrees + 360 : degrees;
    }

    private static double meanHue(double one, double other) {
      double sum = one + other;
      if (Math.abs(one - other) <= 180) {
        return sum / 2;
      }
      return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
    }

    private static double cosine(double degrees) {
      return Math.cos(Math.toRadians(degrees));
    }
  }

  /** How a colour, RGB, looks. */
  Lab of(int colour) {
    double[] seen = times(matrix(), linear(colour));
    for (int i = 0; i < 3; i++) {
      seen[i] = Math.max(0, Math.min(1, seen[i]));
    }
    double[] xyz = times(TO_XYZ, seen);
    double[] f = new double[3];
    for (int i = 0; i < 3; i++) {
      double share = xyz[i] / WHITE[i];
      f[i] = share > 216.0 / 24389 ? Math.cbrt(share) : (24389.0 / 27 * share + 16) / 116;
    }
    return new Lab(116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]));
  }

  /** The least distance of two colours of a list, to anybody. */
  static double leastDistance(List<Integer> colours) {
    double least = Double.POSITIVE_INFINITY;
    for (Seen seen : values()) {
      for (int i = 0; i < colours.size(); i++) {
        for (int j = 0; j < i; j++) {
          least = Math.min(least, seen.of(colours.get(i)).distance(seen.of(colours.get(j))));
        }
      }
    }
    return least;
  }

  /** The contrast of two colours, from 1 to 21. */
  static double contrast(int one, int other) {
    double light = luminance(one) + 0.05;
    double dark = luminance(other) + 0.05;
    return Math.max(light, dark) / Math.min(light, dark);
  }

  private static double luminance(int colour) {
    double[] linear = linear(colour);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }

  private static double[] linear(int colour) {
    double[] linear = new double[3];
    for (int i = 0; i < 3; i++) {
      double share = ((colour >> (8 * (2 - i))) & 0xff) / 255.0;
      linear[i] = share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
    return linear;
  }

  private static double[] times(double[] matrix, double[] colour) {
    double[] product = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        product[i] += matrix[3 * i + j] * colour[j];
      }
    }
    return product;
  }
}
