package org.foretell.sanity;

/** In what way an answer is not what it should be. */
enum Deviation {
  BELOW("below the floor"),
  ABOVE("above the ceiling"),
  FALLS("less for more bytes"),
  APART("more than three times another model's");

  private final String title;

  Deviation(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
